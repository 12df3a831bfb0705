import type { LedgerCalculator, LedgerName } from './ledger-query.ts';

export interface SizedParts {
  /** Answers in the thread that serves calls. */
  readonly small: LedgerCalculator;
  /** Keeps no other call waiting, but takes a while to get ready. */
  readonly large: LedgerCalculator & {
    isReady(): boolean;
    prepare(): Promise<void>;
  };
}

/** From this many transactions on, other calls would notice that they wait. */
export const minLarge = 1_000;
/** From this many on they would wait for longer than it takes to get ready. */
const minAlwaysLarge = 5_000;

/**
 * Figures of small ledgers at once. What takes long whatever a ledger's size is for `large`: ten years of twenty coins are
 * 73,000 prices, and a proof hashes each of its parts.
 */
export function createSizedCalculator({ small, large }: SizedParts): LedgerCalculator {
  function choose({ size }: LedgerName): LedgerCalculator {
    if (size < minLarge) return small;
    if (size >= minAlwaysLarge || large.isReady()) return large;
    // A failure is that of the first call that needs it.
    large.prepare().catch(() => undefined);
    return small;
  }
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
