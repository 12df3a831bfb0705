import { useId, useState } from 'react';
import type { PricePoint } from '#contract/market.ts';
import type { Percent } from '#contract/units.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { Change } from '#web/ui/change.tsx';
import skeleton from '#web/ui/skeleton.module.css';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import styles from './chart.module.css';
import { ChartControls } from './chart-controls.tsx';
import { ChartPlot } from './chart-plot.tsx';
import {
  type ChartRange,
  chooseRange,
  defaultRangeDays,
  describeRange,
  type RangeAccess,
  type RangeDays,
} from './chart-ranges.ts';
import { instantText } from './chart-time.ts';
import { type ChartState, type ChartStyle, useChartData } from './use-chart-data.ts';

interface PriceChartProps {
  coinId?: string;
  title?: string;
  /** The coin's name in the chart's texts, if it differs from the title. */
  name?: string;
  /** The price shown beside the chart, [ms, dollars], so that both end at the same figure. */
  latest?: PricePoint | null;
  /** The provider's change by the days of a range: the line then says the same as the list. */
  changes?: Partial<Record<RangeDays, Percent | null>>;
  /** The ranges in the plan. */
  access: RangeAccess;
}

/** A coin's price over 24 hours, 7 days (the default), 30 days, a year or as long as there are prices, as a line or candles. */
export function PriceChart({
  coinId = 'bitcoin',
  title = 'Market Overview',
  name = title === 'Market Overview' ? 'Bitcoin' : title,
  latest,
  changes,
  access,
}: PriceChartProps) {
  const headingId = useId();
  const [wanted, setWanted] = useState<RangeDays>(defaultRangeDays);
  const [style, setStyle] = useState<ChartStyle>('line');
  const chosen = chooseRange(access, wanted);
  const { days } = chosen;
  const chart = useChartData({ coinId, days, style, latest, known: changes?.[days] });
  const range = chart.isChanging ? chosen : describeRange(chosen, chart.data.points);
  return (
    <section
      className={`${card.card} ${styles.card}`}
      data-part="chart"
      aria-labelledby={headingId}
      aria-busy={chart.isChanging}
    >
      <div className={styles.head}>
        <div className={styles.title}>
          <h2 className="heading3" id={headingId}>
            {title}
          </h2>
          {chart.status === 'ready' && !chart.isChanging && <Change value={chart.change} />}
          <span className="small muted">
            {chart.isChanging
              ? `Loading ${range.span}…`
              : name === title
                ? range.span
                : `${name}, ${range.span}`}
          </span>
        </div>
        <ChartControls
          days={days}
          style={style}
          access={access}
          onDaysChange={setWanted}
          onStyleChange={setStyle}
        />
      </div>
      <ChartBody chart={chart} name={name} range={range} />
      <ChartFoot chart={chart} />
    </section>
  );
}

interface BodyProps {
  chart: ChartState;
  name: string;
  range: ChartRange;
}

function ChartBody({ chart, name, range }: BodyProps) {
  if (chart.status === 'loading') {
    return (
      <div className={styles.box} data-part="plot" role="status">
        <span className="visuallyHidden">Loading the chart</span>
        <span className={`${skeleton.skeleton} ${styles.skeleton}`} aria-hidden="true" />
      </div>
    );
  }
  if (chart.status === 'error') {
    return (
      <div className={`${styles.box} ${styles.state}`} role="alert">
        <p>Failed to load chart data. Please try again later.</p>
        <button type="button" className={button.secondary} onClick={chart.retry}>
          Retry
        </button>
      </div>
    );
  }
  if (chart.data.points.length === 0) {
    return (
      <div className={`${styles.box} ${styles.state}`}>
        <p>There is no price history for this range yet.</p>
      </div>
    );
  }
  return (
    <div className={chart.isChanging ? styles.dimmed : undefined}>
      <ChartPlot data={chart.data} name={name} range={range} />
    </div>
  );
}

/** The age of the chart's newest figure, and notes about the data. */
function ChartFoot({ chart }: { chart: ChartState }) {
  const zone = useHydrated() ? 'local' : 'utc';
  const last = chart.status === 'ready' ? chart.data.points.at(-1) : undefined;
  return (
    <p className={`${styles.foot} meta`} data-part="chart-foot">
      <span>{last ? `Prices to ${instantText(last[0], zone)}` : ' '}</span>
      {chart.lacksCandles && <span role="status">No candles for this range; showing a line instead</span>}
      {last && !chart.lacksCandles && chart.data.volumes && chart.data.volumes.length > 0 && (
        <span>Bars: 24h volume</span>
      )}
    </p>
  );
}
