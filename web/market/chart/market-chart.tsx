import { useId, useState } from 'react';
import type { PricePoint } from '#contract/market.ts';
import type { Percent } from '#contract/units.ts';
import { useMoney } from '#web/lib/money/money-context.ts';
import { useAfterHydration } from '#web/lib/use-hydrated.ts';
import { Change } from '#web/ui/change.tsx';
import skeleton from '#web/ui/skeleton.module.css';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import overview from '../overview/overview.module.css';
import chartStyles from './chart.module.css';
import { ChartPlot } from './chart-plot.tsx';
import {
  type ChartRange,
  chooseRange,
  defaultRangeDays,
  describeRange,
  listRanges,
  type RangeAccess,
  type RangeDays,
} from './chart-ranges.ts';
import { instantText } from './chart-time.ts';
import styles from './market-chart.module.css';
import { RangeControl } from './range-control.tsx';
import { type ChartState, useChartData } from './use-chart-data.ts';

interface MarketChartProps {
  coinId?: string;
  title?: string;
  /** The coin's name and symbol in the chart's texts. */
  name?: string;
  symbol?: string;
  /** The price shown next to the chart, [ms, US dollars], so that both show the same latest figure. */
  latest?: PricePoint | null;
  /** The provider's change in percent by range, so that the line shows the same change as the list. */
  changes?: Partial<Record<RangeDays, Percent | null>>;
  /** The ranges in the plan. */
  access: RangeAccess;
}

/** A small card with a coin's price over 24 hours, 7 days (the default), 30 days, a year or all history. */
export function MarketChart({
  coinId = 'bitcoin',
  title = 'Market Overview',
  name = 'Bitcoin',
  symbol = 'BTC',
  latest,
  changes,
  access,
}: MarketChartProps) {
  const headingId = useId();
  const [selected, setSelected] = useState<RangeDays>(defaultRangeDays);
  const chosen = chooseRange(access, selected);
  const { days } = chosen;
  const money = useMoney();
  const chart = useChartData({ coinId, days, style: 'line', latest, known: changes?.[days], money });
  const zone = useAfterHydration() ? 'local' : 'utc';
  const described = chart.isChanging ? chosen : describeRange(chosen, chart.data.points, chart.coverage);
  const until = chart.endedAt === null ? '' : ` until ${instantText(chart.endedAt, zone)}`;
  const range = { ...described, span: described.span + until };
  return (
    <section
      className={`${card.card} ${overview.card} ${styles.card}`}
      data-part="chart"
      aria-labelledby={headingId}
      aria-busy={chart.isChanging}
    >
      <div className={overview.head}>
        <h2 className="heading3" id={headingId}>
          {title}
        </h2>
        <RangeControl
          label="Chart range"
          className={styles.ranges}
          ranges={listRanges(access)}
          days={days}
          access={access}
          onDaysChange={setSelected}
        />
      </div>
      <p className={styles.caption}>
        <span className="muted">{symbol}</span>
        {chart.status === 'ready' && !chart.isChanging && <Change value={chart.change} />}
        <span className="muted">{chart.isChanging ? `Loading ${range.span}…` : range.span}</span>
      </p>
      <ChartBody chart={chart} name={name} range={range} />
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
      <div className={chartStyles.box} data-part="plot" role="status">
        <span className="visuallyHidden">Loading the chart</span>
        <span className={`${skeleton.skeleton} ${chartStyles.skeleton}`} aria-hidden="true" />
      </div>
    );
  }
  if (chart.status === 'error') {
    return (
      <div className={`${chartStyles.box} ${chartStyles.state}`} role="alert">
        <p>Failed to load chart data. Please try again later.</p>
        <button type="button" className={`${button.secondary} ${button.small}`} onClick={chart.retry}>
          Retry
        </button>
      </div>
    );
  }
  if (chart.data.points.length === 0) {
    return (
      <div className={`${chartStyles.box} ${chartStyles.state}`}>
        <p>There is no price history for this range yet.</p>
      </div>
    );
  }
  return (
    <div className={chart.isChanging ? chartStyles.dimmed : undefined}>
      {/* There is no room for volumes. */}
      <ChartPlot data={{ points: chart.data.points, unit: chart.data.unit }} name={name} range={range} />
    </div>
  );
}
