import { useQueryClient } from '@tanstack/react-query';
import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import type { LedgerHolding } from '#contract/ledger/figures.ts';
import { countOf } from '#web/lib/formats.ts';
import { useNavigate } from '#web/lib/router/navigate.ts';
import { useSearchParams } from '#web/lib/router/search-params.ts';
import button from '#web/ui/styles/button.module.css';
import { useOwnFigures } from '../own-figures.ts';
import { tabSearch } from '../portfolio-tabs.ts';
import { hideFigures } from '../tax/hide-figures.ts';
import { transactionQuery } from '../transactions/queries.ts';
import styles from './overview.module.css';
import {
  countUnlisted,
  createPurchaseDraft,
  type HoldingProblem,
  listProblems,
  problemFixes,
} from './problem-fixes.ts';

interface ProblemLineProps {
  portfolioId: string;
  holdings: readonly LedgerHolding[];
}

/** The ledger's problems, one at a time, each with its effect and its fix. */
export function ProblemLine({ portfolioId, holdings }: ProblemLineProps) {
  const problems = listProblems(holdings);
  const { isHidden } = useOwnFigures();
  const [place, setPlace] = useState(0);
  const shown = problems[place % Math.max(1, problems.length)];
  if (!shown) return null;
  const sentence = shown.problem.message.replace(/\.?$/, '.');
  return (
    <section className={styles.problem} aria-label="What is missing">
      <CircleAlert className="icon" aria-hidden="true" />
      <p>
        <b>{isHidden ? hideFigures(sentence) : sentence}</b> {problemFixes[shown.problem.kind].effect}
      </p>
      <div className={styles.problemActions}>
        <FixButtons {...shown} portfolioId={portfolioId} />
        {problems.length > 1 && (
          <button
            type="button"
            className={`${button.ghost} ${button.small}`}
            onClick={() => setPlace((place + 1) % problems.length)}
          >
            Show the next of {holdings.some(countUnlisted) && 'more than '}
            {countOf(problems.length, 'problem')}
          </button>
        )}
      </div>
    </section>
  );
}

/** The buttons that fix a problem. Each opens the right form. */
export function FixButtons({ holding, problem, portfolioId }: HoldingProblem & { portfolioId: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { edit, isMissing } = problemFixes[problem.kind];
  const { transactionId } = problem;
  const addMissing = async () => {
    // Without the transaction, the form opens with the present date.
    const cause =
      transactionId === null
        ? null
        : await client.fetchQuery(transactionQuery(portfolioId, transactionId)).catch(() => null);
    navigate(tabSearch(search, 'transactions', { coin: holding.coinId }), {
      state: { draft: createPurchaseDraft({ holding, problem }, cause) },
    });
  };
  return (
    <>
      {isMissing && (
        <button
          type="button"
          className={`${button.secondary} ${button.small}`}
          onClick={() => void addMissing()}
        >
          <Plus className="icon" aria-hidden="true" />
          Add what is missing
        </button>
      )}
      {edit && transactionId !== null && (
        <button
          type="button"
          className={`${isMissing ? button.ghost : button.secondary} ${button.small}`}
          onClick={() => navigate(tabSearch(search, 'transactions', { transaction: transactionId }))}
        >
          {edit}
        </button>
      )}
    </>
  );
}
