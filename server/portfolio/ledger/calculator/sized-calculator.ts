import type { LedgerCalculator, LedgerName } from './ledger-query.ts';

export interface SizedParts {
  /** Answers in the thread that serves calls. */
  readonly small: LedgerCalculator;
  /** Keeps no other call waiting. */
  readonly large: LedgerCalculator;
}

/** From this many transactions on, other calls would notice that they wait. */
export const minLarge = 1_000;

/**
 * Figures of small ledgers at once. What takes long whatever a ledger's size is for `large`: ten years of twenty coins are
 * 73,000 prices, and a proof hashes each of its parts.
 */
export function createSizedCalculator({ small, large }: SizedParts): LedgerCalculator {
  const choose = ({ size }: LedgerName) => (size >= minLarge ? large : small);
  return {
    summarize: (query) => choose(query).summarize(query),
    listLots: (query, coinId) => choose(query).listLots(query, coinId),
    listDisposals: (query) => choose(query).listDisposals(query),
    compareMethods: (query) => choose(query).compareMethods(query),
    preview: (query) => choose(query).preview(query),
    calculateReturns: (query) => large.calculateReturns(query),
    listValues: (query) => large.listValues(query),
    listBalances: (query) => choose(query).listBalances(query),
    prove: (query) => large.prove(query),
  };
}
