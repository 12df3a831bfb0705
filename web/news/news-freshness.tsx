import type { NewsStatus } from '#contract/news.ts';
import { ClockTime } from '#web/ui/clock-time.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import freshness from '#web/ui/styles/freshness.module.css';

interface NewsFreshnessProps {
  /** When a source last answered before the headlines were fetched. Null if none had, undefined while they load. */
  asOf: string | null | undefined;
  state: NewsStatus['state'] | undefined;
}

/** The age of the headlines, marked if sources no longer answer. */
export function NewsFreshness({ asOf, state }: NewsFreshnessProps) {
  if (asOf === null) return null;
  if (asOf === undefined) {
    return (
      <p className={freshness.freshness} aria-hidden="true">
        <Skeleton width={140} height={18} />
      </p>
    );
  }
  const isStale = state === 'stale';
  return (
    <p className={isStale ? freshness.warning : freshness.freshness}>
      <span className={freshness.dot} aria-hidden="true" />
      <span>
        {isStale ? 'Sources last answered' : 'Headlines as of'} <ClockTime at={asOf} />
      </span>
    </p>
  );
}
