import Info from 'lucide-react/icons/info';
import ShieldCheck from 'lucide-react/icons/shield-check';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import { countOf } from '#web/lib/formats.ts';
import button from '#web/ui/styles/button.module.css';
import { describeStep } from './describe-step.ts';
import styles from './proof.module.css';
import type { ProofDocument, ProofLeaf } from './proof-document.ts';
import type { StepContext } from './step-context.ts';
import { type Check, useCheck } from './use-check.ts';

interface ProofCheckProps {
  document: ProofDocument;
  context: StepContext;
}

/** The result of checking the proof in this browser. */
export function ProofCheck({ document, context }: ProofCheckProps) {
  const { check, checkAgain } = useCheck(document);
  const isFailed = check.state === 'checked' && !check.verdict.holds;
  const Icon = isFailed ? TriangleAlert : check.state === 'checked' ? ShieldCheck : Info;
  return (
    <div className={isFailed ? `${styles.check} ${styles.checkFailed}` : styles.check}>
      <Icon className="icon" aria-hidden="true" />
      <div role="status">
        <p>
          <b>{summarize(check)}</b>
        </p>
        <p className="small muted">{explain(check, { document, context })}</p>
      </div>
      <button
        type="button"
        className={`${button.secondary} ${button.small}`}
        aria-disabled={check.state === 'checking'}
        onClick={checkAgain}
      >
        Check again
      </button>
    </div>
  );
}

function summarize(check: Check): string {
  if (check.state === 'checking') return 'Checking every step';
  if (check.state === 'unable') return 'Not checked';
  if (check.verdict.holds) return 'Checked in your browser: every step is correct';
  const { step } = check.verdict;
  return step === null ? 'This proof does not hold' : `Step ${step + 1} is not correct`;
}

function explain(check: Check, { document, context }: ProofCheckProps): string {
  if (check.state === 'unable') return check.reason;
  if (check.state === 'checking') return 'The figure is being recalculated from the transactions.';
  const { holds, step, reason } = check.verdict;
  const found = step === null ? undefined : document.steps[step];
  if (!holds) return found ? `${describeStep(found, context).title}: ${reason}` : `${reason}.`;
  return `${countOf(document.steps.length, 'step')} from ${countLeaves(document.leaves)}, with all digits.`;
}

/** `25 transactions, 8 quotes`. */
function countLeaves(leaves: readonly ProofLeaf[]): string {
  const kinds = ['transaction', 'quote', 'rate'] as const;
  const counted = kinds.flatMap((kind) => {
    const count = leaves.filter((leaf) => leaf.kind === kind).length;
    return count === 0 ? [] : [countOf(count, kind)];
  });
  return counted.length === 0 ? 'no transactions' : counted.join(', ');
}
