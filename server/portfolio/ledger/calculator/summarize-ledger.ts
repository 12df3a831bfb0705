import type { Problem } from '../engine/coin-event.ts';
import type { CoinFigures } from '../engine/figures.ts';
import type { Ledger } from '../engine/ledger.ts';
import type { CoinSummary, LedgerSummary } from './ledger-query.ts';

/** A coin may have a hundred thousand problems; describing all of them would take tens of megabytes and seconds. */
const maxProblems = 1000;
/** The same for all coins together: sending this many from a thread blocks other calls for tens of milliseconds. */
const maxProblemsOfAll = 10_000;

/** Summarizes every coin that the ledger has ever had. */
export function summarizeLedger(ledger: Ledger): LedgerSummary {
  const otherFees = ledger.listOtherFees();
  return {
    coins: limitProblems(ledger.listCoins().map((coinId) => summarizeCoin(ledger.figuresOf(coinId)!))),
    otherFees: otherFees.reduce((sum, { value }) => sum + (value ?? 0n), 0n),
    unknownOtherFees: otherFees.filter(({ value }) => value === null).length,
  };
}

/** If there are too many problems altogether, each coin keeps at most an equal share. */
function limitProblems(coins: readonly CoinSummary[]): readonly CoinSummary[] {
  const total = coins.reduce((sum, { problems }) => sum + problems.length, 0);
  if (total <= maxProblemsOfAll) return coins;
  const each = Math.floor(maxProblemsOfAll / coins.length);
  return coins.map((coin) => (coin.problems.length <= each ? coin : limitTo(coin, each)));
}

/** Limited summaries. The same object is returned again, because only changed ones are sent from a thread. */
const limited = new WeakMap<CoinSummary, CoinSummary>();

function limitTo(coin: CoinSummary, max: number): CoinSummary {
  const problems = cutProblems(coin.problems, max);
  const known = limited.get(coin);
  if (known?.problems.length === problems.length) return known;
  const made = { ...coin, problems };
  limited.set(coin, made);
  return made;
}

/** Summaries of unchanged figures. */
const summaries = new WeakMap<CoinFigures, CoinSummary>();

/** One coin's summary; the same object for the same figures. */
export function summarizeCoin(figures: CoinFigures): CoinSummary {
  const known = summaries.get(figures);
  if (known) return known;
  const summary = computeSummary(figures);
  summaries.set(figures, summary);
  return summary;
}

function computeSummary(figures: CoinFigures): CoinSummary {
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
    problems: cutProblems(problems, maxProblems),
    problemCount: problems.length,
  };
}

/** The first ones, and at least one of each kind. */
export function cutProblems(problems: readonly Problem[], max: number): readonly Problem[] {
  if (problems.length <= max) return problems;
  const firstOfKind = new Map(problems.toReversed().map((problem) => [problem.kind, problem]));
  const firsts = new Set(firstOfKind.values());
  const others = max - firsts.size;
  return problems.filter((problem, index) => index < others || firsts.has(problem));
}
