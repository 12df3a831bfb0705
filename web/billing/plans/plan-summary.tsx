import type { Plan } from '#contract/plans.ts';
import { describeLimits, formatPlanPrice } from './plan-words.ts';
import './plans.css';

/** A plan in short, with its limits: for dialogs. */
export function PlanSummary({ plan, isCurrent }: { plan: Plan; isCurrent: boolean }) {
  return (
    <section className="plan-sm" aria-label={plan.name}>
      <div className="plan-marks">
        {isCurrent && <span className="badge badge-ink">Current</span>}
        {isCurrent && plan.price === 0 && <span className="badge badge-accent">Recommended</span>}
      </div>
      <h3 className="h4">{plan.name}</h3>
      <p className="num">
        <span className="amt">{formatPlanPrice(plan.price)}</span> <span className="small muted">/month</span>
      </p>
      <ul>
        {describeLimits(plan.limits).map((limit) => (
          <li key={limit}>{limit}</li>
        ))}
      </ul>
    </section>
  );
}
