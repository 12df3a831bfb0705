import { isAboutPrice } from '#contract/alerts/alert-threshold.ts';
import { type AlertFields, withStep } from './alert-fields.ts';
import styles from './alert-form.module.css';
import { thresholdSteps } from './threshold-steps.ts';

interface ThresholdChipsProps {
  fields: AlertFields;
  /** In the form's currency. Null if not known. */
  price: number | null;
  onChange: (fields: AlertFields) => void;
}

/** Sets the threshold to a round percentage from the current price, or to a round 24h change. */
export function ThresholdChips({ fields, price, onChange }: ThresholdChipsProps) {
  const isPrice = isAboutPrice(fields.condition);
  return (
    <fieldset className={styles.chips} aria-label={isPrice ? 'From the current price' : '24h change'}>
      {thresholdSteps.map((step) => (
        <button
          key={step}
          type="button"
          className={`${styles.chip} figures`}
          aria-pressed={fields.step === step && fields.threshold !== ''}
          disabled={isPrice && price === null}
          onClick={() => onChange(withStep(fields, step, price))}
        >
          {step > 0 ? `+${step}` : step}%
        </button>
      ))}
    </fieldset>
  );
}
