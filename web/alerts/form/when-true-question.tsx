import type { WhenTrue } from '#contract/alerts.ts';
import styles from './alert-form.module.css';

interface WhenTrueQuestionProps {
  /** What holds already. */
  sentence: string;
  value: WhenTrue;
  onChange: (value: WhenTrue) => void;
}

const answers: readonly (readonly [WhenTrue, string])[] = [
  ['wait', 'Wait for the next crossing'],
  ['fire', 'Fire at once'],
];

/** Asks what is to happen where a condition holds already. */
export function WhenTrueQuestion({ sentence, value, onChange }: WhenTrueQuestionProps) {
  return (
    <fieldset className={styles.question} aria-label={sentence}>
      <p role="status">{sentence}</p>
      <div className={styles.answers}>
        {answers.map(([answer, label]) => (
          <label key={answer} className={styles.answer}>
            <input
              type="radio"
              name="whenTrue"
              value={answer}
              checked={value === answer}
              onChange={() => onChange(answer)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
