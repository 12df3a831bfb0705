import type { WhenTrue } from '#contract/alerts.ts';

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
    <fieldset className="al-ask" aria-label={sentence}>
      <p role="status">{sentence}</p>
      <div className="al-answers">
        {answers.map(([answer, label]) => (
          <label key={answer} className="al-answer">
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
