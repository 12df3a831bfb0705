import { useState } from 'react';
import type { ImportProblem } from '#contract/ledger/imports.ts';
import { countOf } from '#web/lib/formats.ts';
import { useNavigate } from '#web/lib/router/navigate.ts';
import { useSearchParams } from '#web/lib/router/search-params.ts';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import { useOwnFigures } from '../own-figures.ts';
import { tabSearch } from '../portfolio-tabs.ts';
import type { TransactionDraft } from '../transaction-form/transaction-fields.ts';
import { hideNumbers } from './import-words.ts';
import styles from './imports.module.css';

const shownStep = 20;
/** At most this many characters of a line are copied into the note. */
const maxCopied = 500;

/** The lines that could not be read, each with a button to enter it by hand. */
export function ImportProblems({ problems }: { problems: readonly ImportProblem[] }) {
  const [search] = useSearchParams();
  const [shown, setShown] = useState(shownStep);
  const navigate = useNavigate();
  const { isHidden } = useOwnFigures();
  const write = (text: string) => (isHidden ? hideNumbers(text) : text);
  if (problems.length === 0) return null;
  const addByHand = (text: string | null) => {
    const draft: TransactionDraft = { note: text?.slice(0, maxCopied) ?? '' };
    navigate(tabSearch(search, 'transactions'), { state: { draft } });
  };
  return (
    <section className={`${card.card} ${styles.problems}`} aria-labelledby="problems-title">
      <h2 className="heading4" id="problems-title">
        {countOf(problems.length, 'problem')} to review
      </h2>
      <ul>
        {problems.slice(0, shown).map((problem, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line may have several problems, and the list never changes
          <li key={index} className={styles.problem}>
            <p>
              {problem.line !== null && <b>Line {problem.line}: </b>}
              {write(problem.message)}
            </p>
            {problem.text !== null && (
              <div className={styles.problemRow}>
                <code>{write(problem.text)}</code>
                <button
                  type="button"
                  className={`${button.ghost} ${button.small}`}
                  onClick={() => addByHand(problem.text)}
                >
                  Add by hand
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {problems.length > shown && (
        <button type="button" className={button.ghost} onClick={() => setShown(shown + shownStep)}>
          Show {Math.min(shownStep, problems.length - shown)} more
        </button>
      )}
    </section>
  );
}
