import type { Alert } from '#contract/alerts/alerts.ts';
import { useOwnPlan } from '#web/billing/plans/use-own-plan.ts';
import page from '#web/ui/styles/page.module.css';

interface AlertsMeterProps {
  /** Undefined until loaded. */
  alerts: readonly Alert[] | undefined;
  /** Whether older ones are not loaded yet. */
  hasMore: boolean;
}

/** How many alerts the plan allows, and how many of them are used. Triggered ones don't count. */
export function AlertsMeter({ alerts, hasMore }: AlertsMeterProps) {
  const limit = useOwnPlan()?.limits.alerts;
  if (!alerts || limit === undefined) return null;
  const count = alerts.filter(({ status }) => status !== 'triggered').length;
  const shown = hasMore ? `At least ${count}` : String(count);
  if (limit === null)
    return <span className={`${page.meter} figures`}>{shown === '1' ? '1 alert' : `${shown} alerts`}</span>;
  const arePaused = count > limit && alerts.some(({ status }) => status === 'paused');
  return (
    <span className={`${page.meter} figures`}>
      {shown} of {limit} alerts
      <progress
        className={page.progress}
        max={limit}
        value={Math.min(count, limit)}
        aria-label="Alerts used"
      />
      {arePaused && 'Paused alerts can be resumed once there is room.'}
    </span>
  );
}
