import type { NewsStatus } from '#contract/news.ts';
import { ClockTime } from '../ui/clock-time.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

interface NewsFreshnessProps {
  /** When a source last answered before the headlines were fetched; null if none had, undefined while they load. */
  asOf: string | null | undefined;
  state: NewsStatus['state'] | undefined;
}

/** The age of the headlines, marked if no source answers any more. */
export function NewsFreshness({ asOf, state }: NewsFreshnessProps) {
  if (asOf === null) return null;
  if (asOf === undefined) {
    return (
      <p className="fresh" aria-hidden="true">
        <Skeleton width={140} height={18} />
      </p>
    );
  }
  const isStale = state === 'stale';
  return (
    <p className={isStale ? 'fresh fresh-warn' : 'fresh'}>
      <span className="dot" aria-hidden="true" />
      <span>
        {isStale ? 'Sources last answered' : 'Headlines as of'} <ClockTime at={asOf} />
      </span>
    </p>
  );
}
