import type { WhenTrue } from '#contract/alerts/alerts.ts';
import styles from './alert-form.module.css';

interface WhenTrueQuestionProps {
  /** The condition that already holds, as a sentence. */
  sentence: string;
  /** Whether it takes the focus when it appears. */
  takesFocus?: boolean;
  value: WhenTrue;
  onChange: (value: WhenTrue) => void;
}

const answers: readonly (readonly [WhenTrue, string])[] = [
  ['wait', 'Wait for the next crossing'],
  ['fire', 'Fire at once'],
];

/** Focuses an input when it appears. */
const focus = (input: HTMLInputElement | null) => input?.focus();

/** Asks what to do if a condition already holds. */
export function WhenTrueQuestion({ sentence, takesFocus = false, value, onChange }: WhenTrueQuestionProps) {
  return (
    <fieldset className={styles.question} aria-label={sentence}>
      <p role="status">{sentence}</p>
      <div className={styles.answers}>
        {answers.map(([answer, label]) => (
          <label key={answer} className={styles.answer}>
            <input
              ref={takesFocus && value === answer ? focus : undefined}
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
