import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '#web/ui/skeleton.tsx';
import card from '#web/ui/styles/card.module.css';
import { formatDay } from '../format-day.ts';
import { PartFailed } from '../part-failed.tsx';
import { describeSpan, describeState, nameFormat } from './import-words.ts';
import styles from './imports.module.css';
import { formatsQuery, importsQuery } from './queries.ts';

interface ImportListProps {
  portfolioId: string;
  onOpen: (id: string) => void;
}

/** The imports of a portfolio, newest first. */
export function ImportList({ portfolioId, onOpen }: ImportListProps) {
  const { data: imports, isError, refetch } = useQuery(importsQuery(portfolioId));
  const { data: formats } = useQuery(formatsQuery());
  if (imports?.length === 0) return null;
  if (!imports && !isError) return <Loading />;
  return (
    <section className={`${card.card} ${styles.list}`} aria-labelledby="imports-title">
      <h2 className="heading4" id="imports-title">
        Imports
      </h2>
      {!imports && <PartFailed title="The imports could not be loaded" onRetry={() => void refetch()} />}
      <ul>
        {imports?.map((each) => (
          <li key={each.id}>
            <button type="button" className={styles.entry} onClick={() => onOpen(each.id)}>
              <span className={styles.entryName}>{each.fileName}</span>
              <span className="meta">
                {nameFormat(formats, each.format)} · {formatDay(each.appliedAt ?? each.createdAt)}
              </span>
              <span className={styles.entryState}>{describeState(each)}</span>
              <span className="meta">{describeSpan(each.from, each.to)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const places = ['first', 'second', 'third'];

/** Shown in place of the list and the hints below it until it is known whether there are imports. */
function Loading() {
  return (
    <div className={`${card.card} ${styles.list}`} role="status">
      <span className="visuallyHidden">Loading the imports</span>
      {places.map((place) => (
        <Skeleton key={place} height={40} />
      ))}
    </div>
  );
}
