import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ValueLine } from '#contract/ledger/returns.ts';
import { useRangeAccess } from '#web/billing/upgrade/use-range-access.ts';
import { countOf } from '#web/lib/formats.ts';
import { useAreAmountsHidden } from '#web/lib/hidden-amounts.ts';
import { useNow } from '#web/lib/use-now.ts';
import {
  type ChartRange,
  describeRange,
  isOpenRange,
  listRanges,
  type RangeDays,
} from '#web/market/chart/chart-ranges.ts';
import { RangeControl } from '#web/market/chart/range-control.tsx';
import skeleton from '#web/ui/skeleton.module.css';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import { useLedgerCurrency } from '../ledger-currency.ts';
import { valueLineQuery } from './queries.ts';
import styles from './value-line.module.css';
import { ValueLineKey } from './value-line-key.tsx';
import { toPercentages } from './value-line-layout.ts';
import { ValueLinePlot } from './value-line-plot.tsx';

const dayMs = 86_400_000;

/** The chosen range, or else the widest one in the plan. A single day is not offered: the line has one point a day. */
function pickRange(
  ranges: readonly ChartRange[],
  isOpen: (days: RangeDays) => boolean,
  wanted: RangeDays | null,
) {
  const open = ranges.filter(({ days }) => isOpen(days));
  return open.find(({ days }) => days === wanted) ?? open.at(-1) ?? ranges[0]!;
}

/** A portfolio's daily value, compared with the money put in and the same money in bitcoin. */
export function ValueLineCard({ portfolioId }: { portfolioId: string }) {
  const access = useRangeAccess();
  const [wanted, setWanted] = useState<RangeDays | null>(null);
  const ranges = listRanges(access).filter(({ days }) => days !== 1);
  const picked = pickRange(ranges, (days) => isOpenRange(access, days), wanted);
  const now = useNow() ?? Date.now();
  const from = picked.days === 'max' ? null : new Date(now - picked.days * dayMs).toISOString().slice(0, 10);
  const { shown } = useLedgerCurrency(portfolioId);
  const currency = shown ?? 'USD';
  const line = useQuery({
    ...valueLineQuery(portfolioId, from, currency),
    enabled: shown !== undefined,
    placeholderData: (previous, query) => (query?.queryKey[4] === currency ? previous : undefined),
  });
  const range = line.isPlaceholderData ? picked : describeRange(picked, [], line.data?.coverage ?? undefined);
  return (
    <section
      className={`${card.card} ${styles.valueCard}`}
      aria-labelledby="value-title"
      aria-busy={line.isPlaceholderData}
    >
      <div className={`${card.head} ${styles.valueHead}`}>
        <h2 className="heading3" id="value-title">
          Value
        </h2>
        {range.days === 'max' && <span className="meta">{range.span}</span>}
        <RangeControl
          label="Chart range"
          ranges={ranges}
          days={range.days}
          access={access}
          onDaysChange={setWanted}
        />
        <ValueLineKey points={line.data?.points} currency={currency} />
      </div>
      <div className={line.isPlaceholderData ? styles.dimmed : undefined}>
        <Plot
          line={line.data}
          span={range.span}
          currency={currency}
          hasFailed={line.isError}
          onRetry={() => void line.refetch()}
        />
      </div>
      {line.data && line.data.gaps.length > 0 && <Gaps gaps={line.data.gaps} />}
    </section>
  );
}

interface PlotProps {
  line: ValueLine | undefined;
  span: string;
  currency: string;
  hasFailed: boolean;
  onRetry: () => void;
}

function Plot({ line, span, currency, hasFailed, onRetry }: PlotProps) {
  const areHidden = useAreAmountsHidden();
  const days = useMemo(
    () => line && (areHidden ? toPercentages(line.points) : line.points),
    [line, areHidden],
  );
  if (days?.some(({ value }) => value !== null)) {
    return <ValueLinePlot days={days} span={span} currency={currency} areHidden={areHidden} />;
  }
  if (line) {
    return (
      <div className={styles.plotState}>
        <p>There is no price history for these coins yet.</p>
      </div>
    );
  }
  if (hasFailed) {
    return (
      <div className={styles.plotState} role="alert">
        <p>Failed to load chart data. Please try again later.</p>
        <button type="button" className={button.secondary} onClick={onRetry}>
          Retry
        </button>
      </div>
    );
  }
  return (
    <div className={styles.plot} role="status">
      <span className="visuallyHidden">Loading the chart</span>
      <span className={`${skeleton.skeleton} ${styles.plotSkeleton}`} aria-hidden="true" />
    </div>
  );
}

/** Says how many coins lack prices on some days, which leaves gaps in the line. */
function Gaps({ gaps }: { gaps: ValueLine['gaps'] }) {
  const coins = new Set(gaps.map(({ coinId }) => coinId)).size;
  return <p className={`meta ${styles.gaps}`}>On some days {countOf(coins, 'coin')} had no price.</p>;
}
