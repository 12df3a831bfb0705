import { useQuery } from '@tanstack/react-query';
import type { LimitType } from '#contract/plans.ts';
import { useFreshUser } from '#web/accounts/session/use-fresh-user.ts';
import dialog from '#web/ui/overlay/dialog.module.css';
import { Dialog, DialogClose } from '#web/ui/overlay/dialog.tsx';
import skeleton from '#web/ui/skeleton.module.css';
import styles from '../billing.module.css';
import { PlanSummary } from '../plans/plan-summary.tsx';
import { plansQuery } from '../queries.ts';
import { UpgradeFoot } from './upgrade-foot.tsx';

const titles: Record<LimitType, string> = {
  watchlist: 'Watchlist Limit Reached',
  portfolio: 'Portfolio Limit Reached',
  alerts: 'Alerts Limit Reached',
};

interface LimitDialogProps {
  limitType: LimitType;
  onClose: () => void;
}

/** Says that a limit of the plan is reached, and what the other plans allow. */
export function LimitDialog({ limitType, onClose }: LimitDialogProps) {
  const { data, isError } = useQuery(plansQuery());
  const { user } = useFreshUser();
  return (
    <Dialog title={titles[limitType]} className={`${dialog.dialog} ${dialog.wide}`} onClose={onClose}>
      <p className={`${dialog.lead} muted`}>
        You've reached your {limitType} limit. Upgrade your plan to continue adding more items.
      </p>
      <DialogClose label="Close" />
      <div className={dialog.body}>
        <div className={styles.planRow} aria-busy={!data && !isError}>
          {data?.plans.map((plan) => (
            <PlanSummary key={plan.tier} plan={plan} isCurrent={plan.tier === user?.subscriptionTier} />
          ))}
          {!data &&
            !isError &&
            [0, 1, 2].map((card) => (
              <span key={card} className={`${styles.planSmall} ${skeleton.skeleton}`} aria-hidden="true" />
            ))}
        </div>
        {isError && !data && <p role="alert">The plans could not be loaded. See the pricing page instead.</p>}
      </div>
      <UpgradeFoot onClose={onClose} />
    </Dialog>
  );
}
