import { Check } from 'lucide-react';
import type { Plan } from '#contract/plans.ts';

/** What a plan has, a line each. */
export function PlanFeatures({ plan }: { plan: Plan }) {
  return (
    <ul className="plan-has">
      {plan.features.map((feature) => (
        <li key={feature}>
          <Check className="i" aria-hidden="true" />
          {feature}
        </li>
      ))}
    </ul>
  );
}
