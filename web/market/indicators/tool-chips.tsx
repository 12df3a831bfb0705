import X from 'lucide-react/icons/x';
import { Change } from '#web/ui/change.tsx';
import { rangeChange } from '../chart/chart-layout.ts';
import type { ChartView } from '../coin-chart/chart-view.ts';
import { pointsWithin } from '../coin-chart/coin-chart-layout.ts';
import type { TimeWindow } from '../coin-chart/time-window.ts';
import { averageFormula, comparisonFormula, rsiFormula } from './formulas.ts';
import styles from './indicators.module.css';
import type { Comparison } from './use-comparison.ts';

interface ToolChipsProps {
  view: ChartView;
  comparison: Comparison | null;
  /** The window over which the compared coin's change is shown; null hides it, because changes are shown in dollars. */
  window: TimeWindow | null;
  onChange(change: Partial<ChartView>): void;
}

/** The tools in use, each with its formula as a tooltip. Pressing one removes it. */
export function ToolChips({ view, comparison, window, onChange }: ToolChipsProps) {
  const chips = [
    ...(comparison
      ? [{ kind: 'compared', name: comparison.symbol, formula: comparisonFormula, off: { compared: null } }]
      : []),
    ...view.averages.map((length) => ({
      kind: `average-${length}`,
      name: `MA ${length}`,
      formula: averageFormula(length),
      off: { averages: view.averages.filter((other) => other !== length) },
    })),
    ...(view.hasRsi ? [{ kind: 'rsi', name: 'RSI 14', formula: rsiFormula, off: { hasRsi: false } }] : []),
    ...(view.isLog
      ? [
          {
            kind: 'log',
            name: 'Log scale',
            formula: 'Equal distances are equal percentages',
            off: { isLog: false },
          },
        ]
      : []),
  ];
  return chips.map(({ kind, name, formula, off }) => (
    <button
      key={kind}
      type="button"
      className={styles.chip}
      data-part="tool"
      title={formula}
      aria-label={`Remove ${name}`}
      onClick={() => onChange(off)}
    >
      {kind !== 'log' && <span className={styles.swatch} data-kind={kind} aria-hidden="true" />}
      {name}
      {kind === 'compared' && window && (
        <Change value={rangeChange(pointsWithin(comparison!.line, window, 0))} />
      )}
      <X className="icon iconSmall" aria-hidden="true" />
    </button>
  ));
}
