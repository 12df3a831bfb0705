import type { LedgerCalculator, LedgerName } from './ledger-query.ts';

export interface SizedParts {
  /** For ledgers of which the figures take a few milliseconds. */
  readonly small: LedgerCalculator;
  readonly large: LedgerCalculator;
}

/** From this many transactions on, other calls would notice that they wait. */
export const minLarge = 5_000;

/** Small ledgers at once, large ones where they keep nobody waiting. */
export function createSizedCalculator({ small, large }: SizedParts): LedgerCalculator {
  const choose = ({ size }: LedgerName) => (size >= minLarge ? large : small);
  return {
    summarize: (query) => choose(query).summarize(query),
    listLots: (query, coinId) => choose(query).listLots(query, coinId),
    listDisposals: (query) => choose(query).listDisposals(query),
    compareMethods: (query) => choose(query).compareMethods(query),
    preview: (query) => choose(query).preview(query),
    calculateReturns: (query) => choose(query).calculateReturns(query),
    listValues: (query) => choose(query).listValues(query),
    listBalances: (query) => choose(query).listBalances(query),
  };
}
