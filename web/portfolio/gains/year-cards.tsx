import { useQueries } from '@tanstack/react-query';
import type { DisposalPage } from '#contract/ledger/figures.ts';
import type { LedgerSettings } from '#contract/ledger/settings.ts';
import { decimalVariant } from '#web/lib/decimal-formats.ts';
import { countOf } from '#web/lib/formats.ts';
import change from '#web/ui/change.module.css';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useOwnFigures } from '../own-figures.ts';
import { describeUnknownGains } from './describe-unknown-gains.ts';
import styles from './gains.module.css';
import { yearTotalsQuery } from './queries.ts';

interface YearCardsProps {
  portfolioId: string;
  years: readonly number[];
  year: number;
  coin: string | undefined;
  settings: LedgerSettings;
  onYear: (year: number) => void;
}

/** A card with the gain of each year. */
export function YearCards({ portfolioId, years, year, coin, settings, onYear }: YearCardsProps) {
  const totals = useQueries({
    queries: years.map((each) => yearTotalsQuery(portfolioId, { year: each, coin, ...settings })),
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid in every browser
    <div className={styles.years} role="group" aria-label="Year">
      {years.map((each, index) => (
        <button
          key={each}
          type="button"
          className={styles.year}
          aria-pressed={each === year}
          onClick={() => onYear(each)}
        >
          <span className={styles.yearName}>{each}</span>
          <YearTotals
            totals={totals[index]?.data}
            hasFailed={totals[index]?.isError ?? false}
            currency={settings.currency}
          />
        </button>
      ))}
    </div>
  );
}

interface YearTotalsProps {
  totals: DisposalPage['totals'] | undefined;
  hasFailed: boolean;
  currency: string;
}

function YearTotals({ totals, hasFailed, currency }: YearTotalsProps) {
  const own = useOwnFigures();
  if (!totals) {
    if (hasFailed) return <span className="small muted">not loaded</span>;
    return (
      <>
        <Skeleton width="70%" height={24} />
        <Skeleton width="50%" />
      </>
    );
  }
  if (totals.count === 0) return <span className={`muted ${styles.yearNone}`}>no disposals</span>;
  return (
    <>
      <span className={`${change.change} ${styles.yearGain}`} data-variant={decimalVariant(totals.gain)}>
        <span>{totals.gain === null ? 'not known' : own.change(totals.gain, currency)}</span>
      </span>
      <span className="meta">
        {countOf(totals.count, 'disposal')}
        {describeUnknownGains(totals, ', ')}
      </span>
    </>
  );
}
