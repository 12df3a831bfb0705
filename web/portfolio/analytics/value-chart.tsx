import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { PortfolioHistory } from '#contract/portfolio.ts';
import { useRangeAccess } from '#web/billing/upgrade/use-range-access.ts';
import { useAreAmountsHidden } from '#web/lib/hidden-amounts.ts';
import chart from '#web/market/chart/chart.module.css';
import { type ChartData, rangeChange } from '#web/market/chart/chart-layout.ts';
import { ChartPlot } from '#web/market/chart/chart-plot.tsx';
import {
  type ChartRange,
  chooseRange,
  defaultRangeDays,
  listRanges,
  type RangeDays,
} from '#web/market/chart/chart-ranges.ts';
import { RangeControl } from '#web/market/chart/range-control.tsx';
import { Change } from '#web/ui/change.tsx';
import skeleton from '#web/ui/skeleton.module.css';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import { listNames } from '../holdings/list-names.ts';
import { portfolioHistoryQuery } from '../queries.ts';

/** What today's holdings were worth, as far back as the plan allows. */
export function ValueChart({ portfolioId }: { portfolioId: string }) {
  const [wanted, setWanted] = useState<RangeDays>(defaultRangeDays);
  const access = useRangeAccess();
  const range = chooseRange(access, wanted);
  const history = useQuery({
    ...portfolioHistoryQuery(portfolioId, range.days),
    placeholderData: keepPreviousData,
  });
  const isChanging = history.isPlaceholderData;
  const areHidden = useAreAmountsHidden();
  return (
    <section className={`${card.card} ${chart.card}`} aria-labelledby="value-title" aria-busy={isChanging}>
      <div className={chart.head}>
        <div className={chart.title}>
          <h2 className="heading3" id="value-title">
            Value
          </h2>
          {history.data && !isChanging && <Change value={rangeChange(history.data.values)} />}
          <span className="small muted">{isChanging ? `Loading ${range.span}…` : range.span}</span>
        </div>
        <RangeControl
          label="Chart range"
          ranges={listRanges(access)}
          days={range.days}
          access={access}
          onDaysChange={setWanted}
        />
      </div>
      <div className={isChanging ? chart.dimmed : undefined}>
        <Plot history={history.data} range={range} hasFailed={history.isError} onRetry={history.refetch} />
      </div>
      <p className={`${chart.foot} meta`}>
        <span>Today’s holdings at past prices{areHidden && ', as changes since the first'}</span>
        {history.data && <LeftOut coins={history.data.leftOut} />}
      </p>
    </section>
  );
}

/** The values as a chart shows them: in percent of the first while amounts are hidden, so that no page has them. */
function toChartData(values: PortfolioHistory['values'], areHidden: boolean): ChartData {
  if (!areHidden) return { points: values };
  const first = values[0]?.[1] ?? 0;
  if (!(first > 0)) return { points: [], unit: 'percent' };
  return { points: values.map(([at, value]) => [at, (value / first) * 100]), unit: 'percent' };
}

interface PlotProps {
  history: PortfolioHistory | undefined;
  range: ChartRange;
  hasFailed: boolean;
  onRetry: () => void;
}

function Plot({ history, range, hasFailed, onRetry }: PlotProps) {
  const areHidden = useAreAmountsHidden();
  const data = useMemo(() => history && toChartData(history.values, areHidden), [history, areHidden]);
  if (data && data.points.length > 0)
    return <ChartPlot data={data} name="Portfolio" quantity="value" range={range} />;
  if (data) {
    return (
      <div className={`${chart.box} ${chart.state}`}>
        <p>There is no price history for these coins yet.</p>
      </div>
    );
  }
  if (hasFailed) {
    return (
      <div className={`${chart.box} ${chart.state}`} role="alert">
        <p>Failed to load chart data. Please try again later.</p>
        <button type="button" className={button.secondary} onClick={onRetry}>
          Retry
        </button>
      </div>
    );
  }
  return (
    <div className={chart.box} role="status">
      <span className="visuallyHidden">Loading the chart</span>
      <span className={`${skeleton.skeleton} ${chart.skeleton}`} aria-hidden="true" />
    </div>
  );
}

function LeftOut({ coins }: { coins: PortfolioHistory['leftOut'] }) {
  if (coins.length === 0) return null;
  return (
    <span>
      Without {listNames(coins.map(({ symbol }) => symbol.toUpperCase()))}: no price history, or not among the
      50 worth most
    </span>
  );
}
