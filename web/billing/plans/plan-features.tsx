import Check from 'lucide-react/icons/check';
import type { Plan } from '#contract/plans.ts';
import styles from '../billing.module.css';

/** The features of a plan, one per line. */
export function PlanFeatures({ plan }: { plan: Plan }) {
  return (
    <ul className={styles.planFeatures}>
      {plan.features.map((feature) => (
        <li key={feature}>
          <Check className="icon" aria-hidden="true" />
          {feature}
        </li>
      ))}
    </ul>
  );
}
