import { useQuery } from '@tanstack/react-query';
import LockOpen from 'lucide-react/icons/lock-open';
import type { Plan } from '#contract/plans.ts';
import { useFreshUser } from '#web/accounts/session/use-fresh-user.ts';
import dialog from '#web/ui/overlay/dialog.module.css';
import { Dialog, DialogClose } from '#web/ui/overlay/dialog.tsx';
import skeleton from '#web/ui/skeleton.module.css';
import styles from '../billing.module.css';
import { plansQuery } from '../queries.ts';
import { UpgradeFoot } from '../upgrade/upgrade-foot.tsx';
import { formatPlanPrice } from './plan-words.ts';
import { useOwnPlan } from './use-own-plan.ts';

interface PlanOfferDialogProps {
  /** The locked feature, as named in the title. */
  wanted: string;
  /** Finds the plan that includes it. */
  findPlan: (plans: readonly Plan[]) => Plan | undefined;
  /** A sentence about what the user's plan has instead. `own` is null without an account. */
  describeOwn: (own: Plan | null, guest: { readonly historyDays: number }) => string;
  onClose: () => void;
}

/** Says which plan has the locked feature, what it costs, and what else it includes. */
export function PlanOfferDialog({ wanted, findPlan, describeOwn, onClose }: PlanOfferDialogProps) {
  const { data, isError } = useQuery(plansQuery());
  useFreshUser();
  const own = useOwnPlan();
  const needed = data && findPlan(data.plans);
  return (
    <Dialog title={needed ? `${wanted} is part of ${needed.name}` : wanted} onClose={onClose}>
      <DialogClose label="Close" />
      <div className={dialog.body}>
        {data && needed && (
          <>
            <p className="muted">
              {describeOwn(own, data.guest)} {needed.name} costs {formatPlanPrice(needed.price)} a month, or{' '}
              {formatPlanPrice(needed.yearlyPrice)} a year.
            </p>
            <ul className={styles.planAdditions}>
              {needed.features.map((feature) => (
                <li key={feature}>
                  <LockOpen className="icon iconSmall" aria-hidden="true" />
                  {feature}
                </li>
              ))}
            </ul>
          </>
        )}
        {!data && !isError && (
          <span className={`${skeleton.skeleton} ${styles.planAdditions}`} aria-hidden="true" />
        )}
        {!data && isError && <p role="alert">The plans could not be loaded. See the pricing page instead.</p>}
      </div>
      <UpgradeFoot onClose={onClose} />
    </Dialog>
  );
}
