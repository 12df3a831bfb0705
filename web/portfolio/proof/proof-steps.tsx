import { useState } from 'react';
import { formatCount } from '#web/lib/formats.ts';
import button from '#web/ui/styles/button.module.css';
import { describeLeaf } from './describe-leaf.ts';
import { describeStep } from './describe-step.ts';
import styles from './proof.module.css';
import type { ProofStep } from './proof-document.ts';
import type { StepContext } from './step-context.ts';
import { groupSteps, type NumberedStep, type StepGroup } from './step-groups.ts';

interface ProofStepsProps {
  steps: readonly ProofStep[];
  context: StepContext;
}

/** A proof's steps in words, from the total down to the transactions. */
export function ProofSteps({ steps, context }: ProofStepsProps) {
  return groupSteps(steps).map((group) => <Group key={group.title} group={group} context={context} />);
}

const shownFirst = 200;

function Group({ group: { title, steps }, context }: { group: StepGroup; context: StepContext }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? steps : steps.slice(0, shownFirst);
  return (
    <section className={styles.group} aria-label={title}>
      <h3 className="heading4">{title}</h3>
      <ol>
        {shown.map((numbered) => (
          <Step key={numbered.number} numbered={numbered} context={context} />
        ))}
      </ol>
      {shown.length < steps.length && (
        <button
          type="button"
          className={`${button.secondary} ${button.small}`}
          onClick={() => setIsWhole(true)}
        >
          Show all {formatCount(steps.length)}
        </button>
      )}
    </section>
  );
}

function Step({ numbered: { step, number }, context }: { numbered: NumberedStep; context: StepContext }) {
  const { title, details, result, leaves } = describeStep(step, context);
  return (
    <li className={styles.step}>
      <span className={styles.number}>{number}</span>
      <div className={styles.text}>
        {title}
        {details.map((detail, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a lot may be used twice; the order is the method's
          <span key={place} className={styles.detail}>
            {detail}
          </span>
        ))}
      </div>
      {result !== null && <span className={styles.result}>{result}</span>}
      {leaves.length > 0 && (
        <ul className={styles.leaves}>
          {leaves.map((leaf) => {
            const { id, kind, text, at, source } = describeLeaf(leaf, context);
            return (
              <li key={id} className={styles.leaf}>
                <span className={styles.kind}>{kind}</span>
                <span className={styles.leafText}>{text}</span>
                <span className={styles.source}>
                  <span>{at}</span>
                  {source !== null && <span>{source}</span>}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </li>
  );
}
