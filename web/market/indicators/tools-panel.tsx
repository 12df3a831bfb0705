import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { Popover } from '#web/ui/overlay/popover.tsx';
import segments from '#web/ui/styles/segments.module.css';
import { averageLengths, type ChartView } from '../coin-chart/chart-view.ts';
import { coinQuery } from '../queries.ts';
import { CoinPicker } from '../search/coin-picker.tsx';
import { averageFormula, rsiFormula } from './formulas.ts';
import styles from './indicators.module.css';

interface ToolsPanelProps {
  coin: { readonly id: string };
  view: ChartView;
  anchor: RefObject<HTMLElement | null>;
  onChange(change: Partial<ChartView>): void;
  onClose(): void;
}

/** Scale, moving averages, index and comparison. */
export function ToolsPanel({ coin, view, anchor, onChange, onClose }: ToolsPanelProps) {
  if (!anchor.current) return null;
  const toggle = (length: number) =>
    view.averages.includes(length)
      ? view.averages.filter((other) => other !== length)
      : [...view.averages, length].sort((a, b) => a - b);
  return (
    <Popover title="Chart tools" anchor={anchor.current} onClose={onClose}>
      <div className={styles.panel}>
        <Choice
          label="Scale"
          options={[
            { name: 'Linear', isOn: !view.isLog, onPress: () => onChange({ isLog: false }) },
            {
              name: 'Log',
              title: 'Equal distances are equal percentages',
              isOn: view.isLog,
              onPress: () => onChange({ isLog: true }),
            },
          ]}
        />
        <Choice
          label="Averages"
          options={averageLengths.map((length) => ({
            name: String(length),
            title: averageFormula(length),
            isOn: view.averages.includes(length),
            onPress: () => onChange({ averages: toggle(length) }),
          }))}
        />
        <Choice
          label="Relative strength index"
          options={[
            {
              name: 'RSI 14',
              title: rsiFormula,
              isOn: view.hasRsi,
              onPress: () => onChange({ hasRsi: !view.hasRsi }),
            },
          ]}
        />
        <Compare coinId={coin.id} view={view} onChange={onChange} />
      </div>
    </Popover>
  );
}

interface Option {
  readonly name: string;
  readonly title?: string;
  readonly isOn: boolean;
  readonly onPress: () => void;
}

function Choice({ label, options }: { label: string; options: readonly Option[] }) {
  return (
    <div className={styles.choice}>
      <span className="small muted">{label}</span>
      <fieldset className={segments.segments} aria-label={label}>
        {options.map(({ name, title, isOn, onPress }) => (
          <button key={name} type="button" title={title} aria-pressed={isOn} onClick={onPress}>
            {name}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

interface CompareProps {
  coinId: string;
  view: ChartView;
  onChange(change: Partial<ChartView>): void;
}

/** Compares with any other coin; the usual one is a single press. */
function Compare({ coinId, view, onChange }: CompareProps) {
  const field = useRef<HTMLInputElement>(null);
  const usual = coinId === 'bitcoin' ? { id: 'ethereum', name: 'ETH' } : { id: 'bitcoin', name: 'BTC' };
  const { data } = useQuery({ ...coinQuery(view.compared ?? ''), enabled: view.compared !== null });
  return (
    <div className={styles.compare}>
      <CoinPicker
        label="Compare with"
        value={view.compared === null ? null : (data ?? null)}
        field={field}
        onChange={(chosen) => chosen.id !== coinId && onChange({ compared: chosen.id })}
      />
      <button
        type="button"
        className={styles.usual}
        aria-pressed={view.compared === usual.id}
        onClick={() => onChange({ compared: view.compared === usual.id ? null : usual.id })}
      >
        {usual.name}
      </button>
    </div>
  );
}
