import { useOwnPlan } from '#web/billing/plans/use-own-plan.ts';
import page from '#web/ui/styles/page.module.css';
import styles from './watch-cards.module.css';

/** How many coins are watched, and how many the plan allows. */
export function WatchlistMeter({ count }: { count: number }) {
  const limit = useOwnPlan()?.limits.watchlist;
  if (limit === undefined) return null;
  if (limit === null)
    return (
      <span className={`${page.meter} figures ${styles.meter}`}>
        {count === 1 ? '1 coin' : `${count} coins`}
      </span>
    );
  return (
    <span className={`${page.meter} figures ${styles.meter}`}>
      {count} of {limit} coins
      <progress
        className={page.progress}
        max={limit}
        value={Math.min(count, limit)}
        aria-label="Watchlist used"
      />
    </span>
  );
}
