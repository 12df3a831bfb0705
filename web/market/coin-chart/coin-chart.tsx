import { useCallback, useMemo, useState } from 'react';
import type { PricePoint } from '#contract/market.ts';
import { useMoney } from '#web/lib/money/money-context.ts';
import { useAfterHydration } from '#web/lib/use-hydrated.ts';
import { Change } from '#web/ui/change.tsx';
import card from '#web/ui/styles/card.module.css';
import { Brush } from '../brush/brush.tsx';
import { describeWindow } from '../brush/window-words.ts';
import { ChartControls } from '../chart/chart-controls.tsx';
import { rangeChange } from '../chart/chart-layout.ts';
import { chooseRange, describeRange, type RangeAccess } from '../chart/chart-ranges.ts';
import { instantText } from '../chart/chart-time.ts';
import { useDollarChange } from '../chart/use-chart-data.ts';
import { ChartTools } from '../indicators/chart-tools.tsx';
import { LazyIndicatorLines } from '../indicators/lazy-indicator-lines.tsx';
import { ToolChips } from '../indicators/tool-chips.tsx';
import { useComparison } from '../indicators/use-comparison.ts';
import styles from './coin-chart.module.css';
import { CoinChartBody } from './coin-chart-body.tsx';
import { type CoinChartData, type CoinChartLayout, pointsWithin } from './coin-chart-layout.ts';
import type { AlertMoves } from './scale/alert-handle.tsx';
import { type MarkGroup, MarkToggles } from './scale/mark-toggles.tsx';
import type { ScaleMark } from './scale/scale-marks.ts';
import { useChartView } from './use-chart-view.ts';
import { type CoinChartState, type KnownChanges, useCoinChartData } from './use-coin-chart-data.ts';

interface CoinChartProps {
  coin: { readonly id: string; readonly name: string; readonly symbol: string };
  /** In the reader's currency, like all figures here. */
  latest: PricePoint | null;
  changes: KnownChanges;
  dayRange: CoinChartData['dayRange'];
  /** The coin's records and the user's marks, in any order. */
  marks: readonly ScaleMark[];
  /** The volume of the last 24 hours, formatted. */
  volume: string;
  access: RangeAccess;
  /** The key of the alert being moved. */
  movingKey: string | null;
  moves: AlertMoves;
  /** What the moved alert would have done; announced to screen readers. */
  backtest: string | null;
}

/** In the order shown. The user's own come last, because they load later: the others then stay where they are. */
const markGroups: readonly MarkGroup[] = ['range', 'record', 'cost', 'alert'];
const groupOf = ({ kind }: ScaleMark): MarkGroup | null =>
  kind === 'high' || kind === 'low' ? 'record' : kind === 'price' ? null : kind;

/** The chart of a coin's page: one price scale with all marks, over any part of the history. */
export function CoinChart(props: CoinChartProps) {
  const { coin, latest, changes, dayRange, marks, volume, access, movingKey, moves, backtest } = props;
  const { view, change, moveWindow } = useChartView();
  const { currency, isDollars } = useMoney();
  const state = useCoinChartData({ coinId: coin.id, view, access, latest, changes, currency });
  const zone = useAfterHydration() ? 'local' : 'utc';
  const [hidden, toggle] = useHiddenGroups();
  const comparison = useComparison(view.compared, state.span, state.points, state.window, currency);
  const range = chooseRange(access, view.days);
  const visible = useMemo(() => pointsWithin(state.points, state.window, 0), [state.points, state.window]);
  const price = latest?.[1] ?? state.points.at(-1)?.[1] ?? null;
  const data = useMemo(
    (): CoinChartData => ({
      points: state.points,
      candles: state.candles,
      volumes: state.volumes,
      lines: comparison ? [comparison.line] : [],
      marks: [
        ...(price === null ? [] : [{ key: 'price', kind: 'price', price, name: '', note: '' } as const]),
        ...marks.filter((mark) => !hidden.has(groupOf(mark) ?? 'range')),
      ],
      dayRange: hidden.has('range') ? null : dayRange,
      currency,
    }),
    [state.points, state.candles, state.volumes, comparison, marks, hidden, price, dayRange, currency],
  );
  const inDollars = useDollarChange({
    coinId: coin.id,
    days: state.span,
    window: state.window,
    known: view.custom || state.endsApart ? null : changes[range.days],
    isOn: !isDollars,
  });
  const shownChange = isDollars ? rangeChange(visible) : inDollars;
  const present = new Set(marks.map(groupOf));
  const groups = markGroups.filter((group) => (group === 'range' ? dayRange !== null : present.has(group)));
  const span = view.custom
    ? describeWindow(state.window, zone)
    : describeRange(range, state.points, state.coverage).span;
  const hasTools = view.averages.length > 0 || view.hasRsi || comparison !== null;
  const drawIndicators = useCallback(
    (layout: CoinChartLayout) => (
      <LazyIndicatorLines
        layout={layout}
        points={state.points}
        averages={view.averages}
        hasRsi={view.hasRsi}
        compared={comparison?.line ?? null}
      />
    ),
    [state.points, view.averages, view.hasRsi, comparison],
  );
  return (
    <section
      className={`${card.card} ${styles.card}`}
      data-part="chart"
      aria-labelledby="chart-title"
      aria-busy={state.isChanging}
    >
      <div className={styles.head}>
        <div className={styles.title}>
          <h2 className="heading3" id="chart-title">
            {coin.name}
          </h2>
          {state.status === 'ready' && !state.isChanging && <Change value={shownChange} />}
          <span className="small muted" data-part="span">
            {state.isChanging ? `Loading ${span}…` : span}
          </span>
        </div>
        <MarkToggles
          groups={groups}
          alertCount={marks.filter(({ kind }) => kind === 'alert').length}
          hidden={hidden}
          onToggle={toggle}
          isCrowded={hasTools || view.isLog}
        >
          <ToolChips
            view={view}
            comparison={comparison}
            window={isDollars ? state.window : null}
            onChange={change}
          />
        </MarkToggles>
        <div className={styles.controls}>
          <ChartTools coin={coin} view={view} onChange={change} />
          <ChartControls
            days={view.custom ? null : range.days}
            style={view.style}
            access={access}
            onDaysChange={(days) => change({ days, custom: null })}
            onStyleChange={(style) => change({ style })}
          />
        </div>
      </div>
      <CoinChartBody
        state={state}
        plot={{
          data,
          window: state.window,
          bounds: state.bounds,
          isLog: view.isLog,
          hasRsi: view.hasRsi,
          percentFrom: comparison ? (visible[0]?.[1] ?? null) : null,
          name: coin.name,
          span,
          hasYear: state.window.to - state.window.from > yearFrom,
          volume,
          movingKey,
          moves,
          onWindow: moveWindow,
          onReset: view.custom ? () => change({ custom: null }) : null,
          drawIndicators: hasTools ? drawIndicators : undefined,
        }}
      />
      <Brush points={state.overview} window={state.window} bounds={state.bounds} onWindow={moveWindow} />
      <CoinChartFoot state={state} hasAlerts={marks.some(({ kind }) => kind === 'alert')} />
      <p className="visuallyHidden" role="status">
        {backtest}
      </p>
    </section>
  );
}

/** Times include the year if the window is longer than this, in ms. */
const yearFrom = 200 * 86_400_000;

function useHiddenGroups() {
  const [hidden, setHidden] = useState<ReadonlySet<MarkGroup>>(new Set());
  const toggle = (group: MarkGroup) => {
    const next = new Set(hidden);
    if (!next.delete(group)) next.add(group);
    setHidden(next);
  };
  return [hidden, toggle] as const;
}

/** The age of the newest price, and how to move alerts. */
function CoinChartFoot({ state, hasAlerts }: { state: CoinChartState; hasAlerts: boolean }) {
  const zone = useAfterHydration() ? 'local' : 'utc';
  const last = state.points.at(-1);
  return (
    <p className={`${styles.foot} meta`} data-part="chart-foot">
      <span>{last ? `Latest price: ${instantText(last[0], zone)}` : ' '}</span>
      {state.lacksCandles && <span role="status">No candles for this range; showing a line instead</span>}
      {hasAlerts && (
        <span className={styles.hint}>
          Drag an alert by its tag, or focus it and use the arrow keys: each step is 0.5%.
        </span>
      )}
    </p>
  );
}
