import type { Problem } from '../engine/coin-event.ts';
import type { CoinFigures } from '../engine/figures.ts';
import type { Ledger } from '../engine/ledger.ts';
import type { CoinSummary, LedgerSummary } from './ledger-query.ts';

/** A coin may have a hundred thousand problems; as many sentences would take tens of megabytes and seconds. */
const maxProblems = 1000;

/** Covers every coin the ledger has ever had. */
export function summarizeLedger(ledger: Ledger): LedgerSummary {
  const otherFees = ledger.listOtherFees();
  return {
    coins: ledger.listCoins().map((coinId) => summarizeCoin(ledger.figuresOf(coinId)!)),
    otherFees: otherFees.reduce((sum, { value }) => sum + (value ?? 0n), 0n),
    unknownOtherFees: otherFees.filter(({ value }) => value === null).length,
  };
}

/** Summaries of unchanged figures. */
const summaries = new WeakMap<CoinFigures, CoinSummary>();

export function summarizeCoin(figures: CoinFigures): CoinSummary {
  const known = summaries.get(figures);
  if (known) return known;
  const summary = summarizeAnew(figures);
  summaries.set(figures, summary);
  return summary;
}

function summarizeAnew(figures: CoinFigures): CoinSummary {
  const {
    lots,
    wallets,
    problems,
    listDisposals: _,
    incomes: _incomes,
    listFees: _listFees,
    ...rest
  } = figures;
  return {
    ...rest,
    wallets: [...wallets].filter(([, amount]) => amount !== 0n),
    lots: lots.length,
    problems: cutProblems(problems),
    problemCount: problems.length,
  };
}

/** The first ones, and at least one of each kind. */
function cutProblems(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length <= maxProblems) return problems;
  const firstOfKind = new Map(problems.toReversed().map((problem) => [problem.kind, problem]));
  const firsts = new Set(firstOfKind.values());
  const others = maxProblems - firsts.size;
  return problems.filter((problem, index) => index < others || firsts.has(problem));
}
