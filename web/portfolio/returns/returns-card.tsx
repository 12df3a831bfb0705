import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PortfolioReturn, PortfolioReturns } from '#contract/ledger/returns.ts';
import { useHasFeature } from '#web/billing/upgrade/use-has-feature.ts';
import { formatDecimalPercent } from '#web/lib/decimal-formats.ts';
import { hasCode } from '#web/lib/errors.ts';
import { variantOfText } from '#web/lib/formats.ts';
import { useNow } from '#web/lib/use-now.ts';
import change from '#web/ui/change.module.css';
import { Skeleton } from '#web/ui/skeleton.tsx';
import card from '#web/ui/styles/card.module.css';
import segments from '#web/ui/styles/segments.module.css';
import { formatDay } from '../format-day.ts';
import { useLedgerCurrency } from '../ledger-currency.ts';
import { LockedPart } from '../locked-part.tsx';
import { PartFailed } from '../part-failed.tsx';
import { returnsQuery } from './queries.ts';
import styles from './returns.module.css';

const feature = 'ledgerInsight';

const measures = [
  ['simple', 'Simple'],
  ['timeWeighted', 'Time-weighted'],
  ['moneyWeighted', 'Money-weighted'],
  ['benchmark', 'The same money in bitcoin'],
] as const satisfies readonly (readonly [keyof PortfolioReturns, string])[];

const spans = [
  { key: '30', name: '30D', days: 30 },
  { key: '365', name: '1Y', days: 365 },
  { key: 'year', name: 'This year', days: null },
  { key: 'all', name: 'All', days: null },
] as const;
type Span = (typeof spans)[number]['key'];

/** The first UTC day of a span. Null: since the first transaction. */
function startOf(span: Span, now: number): string | null {
  if (span === 'all') return null;
  if (span === 'year') return `${new Date(now).getUTCFullYear()}-01-01`;
  return new Date(now - Number(span) * 86_400_000).toISOString().slice(0, 10);
}

/** A portfolio's returns by each measure, with explanations. */
export function ReturnsCard({ portfolioId }: { portfolioId: string }) {
  const isUnlocked = useHasFeature(feature);
  const [span, setSpan] = useState<Span>('all');
  const now = useNow() ?? Date.now();
  const currency = useLedgerCurrency(portfolioId);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...returnsQuery(portfolioId, startOf(span, now), currency.requested),
    enabled: isUnlocked === true && currency.isReady,
    placeholderData: keepPreviousData,
  });
  const isLocked = isUnlocked === false || hasCode(error, 'plan_required');
  return (
    <section
      className={`${card.card} ${styles.card}`}
      aria-labelledby="returns-title"
      aria-busy={isPlaceholderData}
    >
      <div className={`${card.head} ${styles.head}`}>
        <h2 className="heading3" id="returns-title">
          Returns
          {data && !isLocked && (
            <span className={`meta ${styles.span}`}>
              {formatDay(data.from)} to {formatDay(data.to)}
            </span>
          )}
        </h2>
        {!isLocked && (
          <fieldset className={segments.segments} aria-label="Span of the returns">
            {spans.map(({ key, name }) => (
              <button key={key} type="button" aria-pressed={key === span} onClick={() => setSpan(key)}>
                {name}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      {isLocked && (
        <LockedPart
          feature={feature}
          what="Your returns, time-weighted, money-weighted and compared with bitcoin, are"
          action="Unlock returns"
        />
      )}
      {!isLocked && error && !data && (
        <PartFailed
          title="The returns could not be calculated"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {!isLocked && !error && !data && <Loading />}
      {!isLocked && data && (
        <dl className={styles.measures}>
          {measures.map(([key, name]) => (
            <Measure key={key} name={name} measure={data[key]} />
          ))}
        </dl>
      )}
    </section>
  );
}

function Measure({ name, measure }: { name: string; measure: PortfolioReturn }) {
  const { percent, annualPercent, definition, reason } = measure;
  const written = formatDecimalPercent(percent);
  return (
    <div>
      <dt>{name}</dt>
      <dd className={styles.figure}>
        {percent === null ? (
          <span className="muted">—</span>
        ) : (
          <span className={change.change} data-variant={variantOfText(written)} title={`${percent}%`}>
            <span>{written}</span>
          </span>
        )}
        {annualPercent != null && (
          <span className="small muted">{formatDecimalPercent(annualPercent)} per year</span>
        )}
      </dd>
      <dd className={styles.definition}>{percent === null && reason ? reason : definition}</dd>
    </div>
  );
}

function Loading() {
  return (
    <div className={styles.measures} role="status">
      <span className="visuallyHidden">Calculating the returns</span>
      {measures.map(([key]) => (
        <div key={key}>
          <Skeleton width={120} />
          <Skeleton width={96} height={28} />
          <Skeleton width="90%" height={36} />
        </div>
      ))}
    </div>
  );
}
