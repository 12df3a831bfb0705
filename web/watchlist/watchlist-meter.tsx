import { useOwnPlan } from '#web/billing/plans/use-own-plan.ts';

/** How many coins are watched, and how many the plan allows. */
export function WatchlistMeter({ count }: { count: number }) {
  const limit = useOwnPlan()?.limits.watchlist;
  if (limit === undefined) return null;
  if (limit === null)
    return <span className="meter num wmeter">{count === 1 ? '1 coin' : `${count} coins`}</span>;
  return (
    <span className="meter num wmeter">
      {count} of {limit} coins
      <progress className="progress" max={limit} value={Math.min(count, limit)} aria-label="Watchlist used" />
    </span>
  );
}
