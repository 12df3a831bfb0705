import { useOwnPlan } from '#web/billing/plans/use-own-plan.ts';

/** How many coins are watched, of how many the plan allows. */
export function WatchlistMeter({ count }: { count: number }) {
  const limit = useOwnPlan()?.limits.watchlist;
  if (limit === undefined) return null;
  if (limit === null) return <span className="meter num">{count === 1 ? '1 coin' : `${count} coins`}</span>;
  return (
    <span className="meter num">
      {count} of {limit} coins
      <progress className="progress" max={limit} value={Math.min(count, limit)} aria-label="Watchlist used" />
    </span>
  );
}
