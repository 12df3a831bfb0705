import type { Alert } from '#contract/alerts.ts';
import { useOwnPlan } from '#web/billing/plans/use-own-plan.ts';
import page from '#web/ui/styles/page.module.css';

/**
 * How many alerts count, which those that have fired do not, and how many the plan allows. `alerts` undefined: not
 * known yet; the plan is asked for meanwhile.
 */
export function AlertsMeter({ alerts }: { alerts: readonly Alert[] | undefined }) {
  const limit = useOwnPlan()?.limits.alerts;
  if (!alerts || limit === undefined) return null;
  const count = alerts.filter(({ status }) => status !== 'triggered').length;
  if (limit === null)
    return <span className={`${page.meter} figures`}>{count === 1 ? '1 alert' : `${count} alerts`}</span>;
  return (
    <span className={`${page.meter} figures`}>
      {count} of {limit} alerts
      <progress
        className={page.progress}
        max={limit}
        value={Math.min(count, limit)}
        aria-label="Alerts used"
      />
    </span>
  );
}
