import { useId } from 'react';
import { type BillingPeriod, higherTier, type Plan, type Tier } from '#contract/plans.ts';
import { Link } from '#web/ui/link.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import styles from '../billing.module.css';
import { PlanFeatures } from './plan-features.tsx';
import { planLink } from './plan-links.ts';
import { describeBilling, formatPlanPrice, monthlyPrice } from './plan-words.ts';

interface PlanCardProps {
  plan: Plan;
  period: BillingPeriod;
  /** The user's tier. Null without an account. */
  ownTier: Tier | null;
}

/** The highlighted plan, except for users who have a higher one. */
const featured = 'pro';

/** A plan on the pricing page. */
export function PlanCard({ plan, period, ownTier }: PlanCardProps) {
  const titleId = useId();
  const isSignedIn = ownTier !== null;
  const isFeatured = plan.tier === featured && higherTier(plan.tier, ownTier ?? 'free') === plan.tier;
  return (
    <section
      className={
        isFeatured ? `${card.card} ${styles.plan} ${styles.planFeatured}` : `${card.card} ${styles.plan}`
      }
      aria-labelledby={titleId}
    >
      <div>
        <h2 className="heading3" id={titleId}>
          {plan.name}
        </h2>
        <p className="small muted">{plan.description}</p>
      </div>
      <div>
        <p className="figures">
          <span className={styles.amount}>{formatPlanPrice(monthlyPrice(plan, period === 'yearly'))}</span>{' '}
          <span className="muted">/month</span>
        </p>
        <p className={`small muted figures ${styles.planBilling}`}>
          {describeBilling(plan, period === 'yearly')}
        </p>
      </div>
      <PlanFeatures plan={plan} />
      {plan.tier === ownTier ? (
        <button type="button" className={`${button.secondary} ${button.block}`} disabled>
          Current Plan
        </button>
      ) : (
        <Link
          className={`${button.block} ${isFeatured ? button.primary : button.secondary}`}
          to={planLink(plan, period, isSignedIn)}
        >
          {labelFor(plan, isSignedIn)}
        </Link>
      )}
    </section>
  );
}

/** Users with an account have nothing to start, so the free plan's button takes them to the market. */
function labelFor({ name, price }: Plan, isSignedIn: boolean): string {
  if (price > 0) return `Choose ${name}`;
  return isSignedIn ? 'Browse Markets' : 'Get Started';
}
