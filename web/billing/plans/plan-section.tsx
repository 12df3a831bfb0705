import { useQuery } from '@tanstack/react-query';
import type { Billing, Subscription } from '#contract/billing.ts';
import { useFreshUser } from '#web/accounts/session/use-fresh-user.ts';
import account from '#web/accounts/settings/account.module.css';
import { AccountSection } from '#web/accounts/settings/account-section.tsx';
import { IdentityCheck } from '#web/accounts/settings/identity-check.tsx';
import { describeFailure, hasCode } from '#web/lib/errors.ts';
import { paths } from '#web/lib/paths.ts';
import { useSearchParams } from '#web/lib/router/search-params.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import button from '#web/ui/styles/button.module.css';
import { plansQuery } from '../queries.ts';
import { useGoToPortal } from '../subscription/mutations.ts';
import { billingQuery } from '../subscription/queries.ts';
import styles from '../subscription/subscribe.module.css';
import { describeSubscription, hasFailedPayment } from '../subscription/subscription-words.ts';
import { useOwnPlan } from './use-own-plan.ts';

/** The user's plan, how it is paid, and until when. */
export function PlanSection() {
  const { user } = useFreshUser();
  const plan = useOwnPlan();
  const [query] = useSearchParams();
  const { data: billing, isError, refetch } = useQuery(billingQuery(query.get('back') === 'stripe'));
  return (
    <AccountSection title="Plan" description={plan?.description}>
      <div>
        <b className={account.planTier}>{plan?.name ?? user?.subscriptionTier ?? 'free'}</b>
        <ul className={`small muted ${account.planFeatures}`}>
          {plan?.features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      </div>
      {billing?.subscription && <SubscriptionLine subscription={billing.subscription} />}
      {!billing && !isError && <Skeleton width="60%" />}
      {!billing && isError && (
        <div className="row" role="alert">
          <span>Your billing details could not be loaded.</span>
          <button
            className={`${button.secondary} ${button.small}`}
            type="button"
            onClick={() => void refetch()}
          >
            Retry
          </button>
        </div>
      )}
      <PlanButtons billing={billing} />
    </AccountSection>
  );
}

function SubscriptionLine({ subscription }: { subscription: Subscription }) {
  const { data } = useQuery(plansQuery());
  const plan = data?.plans.find(({ tier }) => tier === subscription.plan);
  if (!plan) return null;
  const status = describeSubscription(subscription, plan.name);
  if (hasFailedPayment(subscription)) return <FormError message={status} />;
  return (
    <p className="small">
      {plan.name}, paid {subscription.period}. {status}
    </p>
  );
}

function PlanButtons({ billing }: { billing: Billing | undefined }) {
  const { mutate, isPending, error } = useGoToPortal();
  const needsCheck = hasCode(error, 'verification_required');
  return (
    <>
      <FormError message={needsCheck ? null : describeFailure(error, 'Stripe’s pages could not be opened')} />
      {needsCheck && <IdentityCheck onConfirmed={() => mutate()} />}
      <div className={`row ${styles.planActions}`}>
        {billing?.canManage && (
          <button
            type="button"
            className={`${billing.subscription ? button.primary : button.secondary}`}
            aria-disabled={isPending || undefined}
            onClick={() => mutate()}
          >
            {isPending ? 'Opening…' : labelFor(billing.subscription)}
          </button>
        )}
        <Link className={button.secondary} to={paths.pricing}>
          Compare plans
        </Link>
      </div>
    </>
  );
}

function labelFor(subscription: Subscription | null): string {
  if (subscription && hasFailedPayment(subscription)) return 'Update card';
  return subscription ? 'Manage subscription' : 'Invoices';
}
