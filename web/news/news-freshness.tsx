import type { NewsStatus } from '#contract/news.ts';
import { ClockTime } from '../ui/clock-time.tsx';

/** When the sources last answered, marked where that was long ago. Nothing while none has. */
export function NewsFreshness({ status }: { status: NewsStatus | undefined }) {
  if (!status?.asOf) return null;
  const isStale = status.state === 'stale';
  return (
    <p className={isStale ? 'fresh fresh-warn' : 'fresh'}>
      <span className="dot" aria-hidden="true" />
      <span>
        {isStale ? 'Sources last answered' : 'As of'} <ClockTime at={status.asOf} />
      </span>
    </p>
  );
}
