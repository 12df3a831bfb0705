import type { ReactNode } from 'react';
import type { MissingReason, PortfolioPast, PortfolioSpread } from '#contract/portfolio-analytics.ts';
import { formatShare } from '#web/lib/decimal-formats.ts';
import { countOf } from '#web/lib/formats.ts';
import { Change } from '#web/ui/change.tsx';
import { formatDay } from '../format-day.ts';
import { useOwnFigures } from '../own-figures.ts';
import styles from './analytics.module.css';
import { describeWithoutPast, formatPlainPercent, formatRatio, missingWords } from './analytics-words.ts';

interface PartProps {
  title: string;
  /** Why there are no figures. */
  missing: MissingReason | null;
  children: ReactNode;
}

/** A group of figures, or the reason why there are none. */
export function Part({ title, missing, children }: PartProps) {
  return (
    <div className={styles.part}>
      <h3 className="heading4">{title}</h3>
      {missing ? <p className="muted small">{missingWords[missing]}</p> : children}
    </div>
  );
}

interface FigureRowProps {
  name: string;
  /** Details below the name: the holding, the day or the unit. */
  of: string;
  title?: string | undefined;
  children: ReactNode;
}

/** A named figure with its details. */
export function FigureRow({ name, of, title, children }: FigureRowProps) {
  return (
    <div className={styles.row}>
      <dt>
        {name}
        <span className="meta">{of}</span>
      </dt>
      <dd className="figures" title={title}>
        {children}
      </dd>
    </div>
  );
}

/** How concentrated the value is. */
export function SpreadPart({
  spread,
  missing,
}: {
  spread: PortfolioSpread | null;
  missing: MissingReason | null;
}) {
  const own = useOwnFigures();
  return (
    <Part title="Diversification" missing={missing}>
      {spread && (
        <>
          <dl>
            <FigureRow
              name="Largest share"
              of={`${spread.largest.name}, ${own.shortMoney(spread.largest.value)}`}
              title={own.moneyTitle(spread.largest.value)}
            >
              {formatShare(spread.largest.sharePercent)}
            </FigureRow>
            <FigureRow name="Concentration" of="Herfindahl–Hirschman index" title={spread.concentration}>
              {formatRatio(spread.concentration, 3)}
            </FigureRow>
            <FigureRow
              name="Effective holdings"
              of={`as if evenly split; ${countOf(spread.coins, 'coin')} held`}
              title={spread.equalHoldings}
            >
              {formatRatio(spread.equalHoldings, 2)}
            </FigureRow>
          </dl>
          <p className="meta">
            The index is the sum of the coins’ squared shares: 1 means that everything is in one coin. Its
            inverse is the number of effective holdings. Neither shows that coins often fall together.
          </p>
        </>
      )}
    </Part>
  );
}

/** Drawdown and volatility of what today's amounts would have been worth in the past. */
export function PastPart({ past, missing }: { past: PortfolioPast | null; missing: MissingReason | null }) {
  const without = past && describeWithoutPast(past);
  return (
    <Part title="History" missing={missing}>
      {past && (
        <>
          <dl>
            <FigureRow name="Maximum drawdown" of={describeFall(past.maxDrawdown)}>
              <Change value={past.maxDrawdown.percent} />
            </FigureRow>
            <FigureRow
              name="Volatility"
              of={`per day; ${formatPlainPercent(past.volatility.annual)} per year`}
              title="Standard deviation of the daily changes; × √365 per year"
            >
              {formatPlainPercent(past.volatility.daily)}
            </FigureRow>
            <FigureRow name="Best day" of={formatDay(past.bestDay.date)}>
              <Change value={past.bestDay.percent} />
            </FigureRow>
            <FigureRow name="Worst day" of={formatDay(past.worstDay.date)}>
              <Change value={past.worstDay.percent} />
            </FigureRow>
          </dl>
          <p className="meta">
            Today’s amounts at each day’s first prices (UTC), {formatDay(past.from)} to {formatDay(past.to)}.
            Drawdown is the deepest fall from a high. A day’s change is measured to the next day’s first
            prices; volatility is the standard deviation of these changes, × √365 per year. None of it
            predicts the future.
            {without && ` ${without}`}
          </p>
        </>
      )}
    </Part>
  );
}

function describeFall({ from, to }: PortfolioPast['maxDrawdown']): string {
  return from && to ? `${formatDay(from)} to ${formatDay(to)}` : 'never below an earlier high';
}
