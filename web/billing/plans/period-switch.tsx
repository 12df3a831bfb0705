import type { BillingPeriod } from '#contract/plans.ts';
import segments from '#web/ui/styles/segments.module.css';

const labels = [
  ['monthly', 'Monthly'],
  ['yearly', 'Yearly'],
] as const;

interface PeriodSwitchProps {
  period: BillingPeriod;
  onChange: (period: BillingPeriod) => void;
}

/** Chooses between paying monthly and yearly. */
export function PeriodSwitch({ period, onChange }: PeriodSwitchProps) {
  return (
    <fieldset className={segments.segments} aria-label="Billing period">
      {labels.map(([value, label]) => (
        <button key={value} type="button" aria-pressed={value === period} onClick={() => onChange(value)}>
          {label}
        </button>
      ))}
    </fieldset>
  );
}
