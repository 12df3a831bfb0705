import type { Plan } from '#contract/plans.ts';
import badge from '#web/ui/styles/badge.module.css';
import styles from '../billing.module.css';
import { describeLimits, formatPlanPrice } from './plan-words.ts';

/** A plan with its price and limits, in brief, for dialogs. */
export function PlanSummary({ plan, isCurrent }: { plan: Plan; isCurrent: boolean }) {
  return (
    <section className={styles.planSmall} aria-label={plan.name}>
      <div className={styles.planMarks}>
        {isCurrent && <span className={badge.ink}>Current</span>}
        {isCurrent && plan.price === 0 && <span className={badge.accent}>Recommended</span>}
      </div>
      <h3 className="heading4">{plan.name}</h3>
      <p className="figures">
        <span className={styles.amount}>{formatPlanPrice(plan.price)}</span>{' '}
        <span className="small muted">/month</span>
      </p>
      <ul>
        {describeLimits(plan.limits).map((limit) => (
          <li key={limit}>{limit}</li>
        ))}
      </ul>
    </section>
  );
}
