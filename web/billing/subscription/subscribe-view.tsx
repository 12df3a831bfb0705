import { useQuery } from '@tanstack/react-query';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { Checkout } from '#contract/billing.ts';
import type { BillingPeriod, Plan } from '#contract/plans.ts';
import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';
import { IdentityCheck } from '#web/accounts/settings/identity-check.tsx';
import { describeFailure, hasCode } from '#web/lib/errors.ts';
import { paths } from '#web/lib/paths.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import badge from '#web/ui/styles/badge.module.css';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import note from '#web/ui/styles/note.module.css';
import page from '#web/ui/styles/page.module.css';
import pageState from '#web/ui/styles/page-state.module.css';
import { PeriodSwitch } from '../plans/period-switch.tsx';
import { PlanFeatures } from '../plans/plan-features.tsx';
import { describePrice, describeSaving, firstMonthPrice, formatPlanPrice } from '../plans/plan-words.ts';
import { plansQuery } from '../queries.ts';
import { useGoToCheckout } from './mutations.ts';
import { billingQuery } from './queries.ts';
import styles from './subscribe.module.css';

interface SubscribeViewProps {
  wanted: Checkout;
  /** Whether the user left the payment page without paying. */
  isCancelled: boolean;
  onPeriodChange: (period: BillingPeriod) => void;
}

/** What you buy and what it costs, with a button to the payment page. */
export function SubscribeView({ wanted, isCancelled, onPeriodChange }: SubscribeViewProps) {
  const { data, isError, refetch } = useQuery(plansQuery());
  const plan = data?.plans.find(({ tier }) => tier === wanted.plan);
  if (isError && !plan) {
    return (
      <div className={`${card.card} ${pageState.state}`} role="alert">
        <h2 className="heading3">The plan could not be loaded</h2>
        <p>Nothing was charged.</p>
        <button type="button" className={button.secondary} onClick={() => void refetch()}>
          Retry
        </button>
      </div>
    );
  }
  return (
    <>
      <div className={page.head}>
        <div>
          <h1 className="heading1">Subscribe to {plan?.name ?? 'a plan'}</h1>
          <p>Check the summary first. You enter your card details on Stripe’s page, never on this site.</p>
        </div>
      </div>
      {isCancelled && (
        <p className={`${note.note} ${styles.note}`} role="status">
          You left the payment page. Nothing was charged.
        </p>
      )}
      <div className={styles.columns} aria-busy={!plan}>
        {plan ? <PlanCopy plan={plan} /> : <Skeleton height={320} />}
        {plan ? (
          <Summary plan={plan} wanted={wanted} onPeriodChange={onPeriodChange} />
        ) : (
          <Skeleton height={320} />
        )}
      </div>
    </>
  );
}

function PlanCopy({ plan }: { plan: Plan }) {
  return (
    <section className={`${card.card} ${card.padded} ${styles.plan}`} aria-label={plan.name}>
      <h2 className="heading3">What {plan.name} adds</h2>
      <p className="small muted">{plan.description}</p>
      <PlanFeatures plan={plan} />
    </section>
  );
}

interface SummaryProps {
  plan: Plan;
  wanted: Checkout;
  onPeriodChange: (period: BillingPeriod) => void;
}

function Summary({ plan, wanted, onPeriodChange }: SummaryProps) {
  const { user } = useCurrentUser();
  const { data: billing } = useQuery(billingQuery());
  const { period } = wanted;
  const saving = describeSaving([plan]);
  const isYearly = period === 'yearly';
  const hasFirstMonth = !isYearly && billing?.hasFirstMonthOffer;
  return (
    <section className={`${card.card} ${card.padded} stack ${styles.summary}`} aria-label="Billing summary">
      <h2 className="heading3">Billing summary</h2>
      <div className={`row ${styles.period}`}>
        <PeriodSwitch period={period} onChange={onPeriodChange} />
        {saving && <span className={badge.accent}>{saving}</span>}
      </div>
      <dl>
        <div>
          <dt>Account</dt>
          <dd>{user?.email}</dd>
        </div>
        <div>
          <dt>Plan</dt>
          <dd>{plan.name}</dd>
        </div>
        <div>
          <dt>Billed</dt>
          <dd>{isYearly ? 'Yearly' : 'Monthly'}</dd>
        </div>
        {hasFirstMonth && (
          <div>
            <dt>First month, 50% off</dt>
            <dd className="figures">{formatPlanPrice(firstMonthPrice(plan))}</dd>
          </div>
        )}
        <div className={styles.total}>
          <dt>{isYearly ? 'Each year' : hasFirstMonth ? 'Then each month' : 'Each month'}</dt>
          <dd className="figures">{formatPlanPrice(isYearly ? plan.yearlyPrice : plan.price)}</dd>
        </div>
      </dl>
      <SubscribeButton plan={plan} wanted={wanted} />
      <p className="small muted">
        Renews automatically until you cancel, which you can do at any time on your account page; you then
        keep the plan until the end of the paid period. See the{' '}
        <Link className="link" to={paths.terms}>
          terms
        </Link>
        .
      </p>
    </section>
  );
}

function SubscribeButton({ plan, wanted }: { plan: Plan; wanted: Checkout }) {
  const { data: billing } = useQuery(billingQuery());
  const { user } = useCurrentUser();
  const { mutate, isPending, error } = useGoToCheckout();
  const own = billing?.subscription;
  if (own && own.plan === wanted.plan && own.period === wanted.period) {
    return (
      <>
        <p className={note.note}>You already have this plan.</p>
        <Link className={`${button.secondary} ${button.block}`} to={paths.account}>
          Manage it
        </Link>
      </>
    );
  }
  const needsProof = hasCode(error, 'verification_required');
  // For a verified user the server wants a recent identity check, because a subscription would change.
  const needsCheck = needsProof && user?.verified === true;
  const needsVerification = needsProof && !needsCheck;
  const needsSupport = hasCode(error, 'payments_not_configured');
  const verb = own ? 'Change' : 'Subscribe';
  return (
    <>
      {own && (
        <p className={note.note}>You have a subscription. Stripe shows what is due now before you confirm.</p>
      )}
      <FormError
        message={needsCheck ? null : describeFailure(error, 'The payment page could not be opened')}
      />
      {needsCheck && <IdentityCheck onConfirmed={() => mutate(wanted)} />}
      {needsVerification && (
        <Link className={`${button.primary} ${button.block}`} to={paths.verify}>
          Enter code
        </Link>
      )}
      {needsSupport && (
        <Link className={`${button.primary} ${button.block}`} to={paths.contact}>
          Contact support
        </Link>
      )}
      <button
        type="button"
        // Only the next step gets the primary button, and that may be one of those above.
        className={`${button.block} ${needsVerification || needsSupport ? button.secondary : button.primary}`}
        aria-disabled={isPending || undefined}
        onClick={() => mutate(wanted)}
      >
        {isPending && <LoaderCircle className={`icon ${button.spinning}`} aria-hidden="true" />}
        {isPending ? 'Processing...' : `${verb} to ${plan.name} for ${describePrice(plan, wanted.period)}`}
      </button>
    </>
  );
}
