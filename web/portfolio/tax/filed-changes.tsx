import { useQuery } from '@tanstack/react-query';
import type { FiledTaxReport, FiledTaxReportHead, TaxChange } from '#contract/tax/filed-report.ts';
import { countOf } from '#web/lib/formats.ts';
import { paths } from '#web/lib/paths.ts';
import { useSearchParams } from '#web/lib/router/search-params.ts';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useOwnFigures } from '../own-figures.ts';
import { PartFailed } from '../part-failed.tsx';
import { tabSearch } from '../portfolio-tabs.ts';
import { describeChange } from './describe-change.ts';
import styles from './filed-reports.module.css';
import { filedReportQuery } from './queries.ts';

const maxShown = 20;

/** What has changed since a report was filed, and the totals of the same report now. */
export function FiledChanges({ portfolioId, head }: { portfolioId: string; head: FiledTaxReportHead }) {
  const { data, error, refetch } = useQuery(filedReportQuery(portfolioId, head.id));
  if (!data) {
    if (error)
      return (
        <PartFailed title="The report could not be compared" error={error} onRetry={() => void refetch()} />
      );
    return (
      <div className={styles.loading} role="status">
        <span className="visuallyHidden">Comparing the filed report with today</span>
        <Skeleton height={44} />
      </div>
    );
  }
  return (
    <div className={styles.changes}>
      <Difference report={data} />
      {data.changes.length > 0 && (
        <ul className={styles.changeList}>
          {data.changes.slice(0, maxShown).map((change, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a price has no id, and the items hold no state
            <li key={index}>
              <Change change={change} />
            </li>
          ))}
          {data.changes.length > maxShown && (
            <li className="muted">and {countOf(data.changes.length - maxShown, 'more change')}</li>
          )}
        </ul>
      )}
    </div>
  );
}

const names = [
  ['Net', 'net'],
  ['Gains', 'gains'],
  ['Losses', 'losses'],
  ['Proceeds', 'proceeds'],
  ['Cost', 'cost'],
] as const;

function Difference({ report }: { report: FiledTaxReport }) {
  const own = useOwnFigures();
  const { changes, difference, currency } = report;
  if (difference === null) return <p>The portfolio was deleted; only the files are left.</p>;
  const isSame = names.every(([, name]) => difference[name] !== null && Number(difference[name]) === 0);
  if (changes.length === 0 && isSame)
    return <p>Nothing has changed: the same report made now would be identical.</p>;
  return (
    <>
      <p>
        {changes.length === 0
          ? 'No transaction, price or rate has changed.'
          : countOf(changes.length, 'change')}
        {isSame ? '. The totals are the same.' : '. The same report made now differs by:'}
      </p>
      {!isSame && (
        <dl className={styles.difference}>
          {names.map(([label, name]) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd title={own.moneyTitle(difference[name], currency)}>
                {difference[name] === null ? 'not known' : own.change(difference[name], currency)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

function Change({ change }: { change: TaxChange }) {
  const own = useOwnFigures();
  const [search] = useSearchParams();
  const text = describeChange(change, own);
  const { transactionId, after } = change;
  if (transactionId === null || after === null) return text;
  return (
    <Link to={`${paths.portfolio}${tabSearch(search, 'transactions', { transaction: transactionId })}`}>
      {text}
    </Link>
  );
}
