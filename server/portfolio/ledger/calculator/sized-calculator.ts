import type { LedgerCalculator, LedgerName } from './ledger-query.ts';

export interface SizedParts {
  /** Computes in the thread that serves requests. */
  readonly small: LedgerCalculator;
  /** Doesn't block other requests, but takes a while to become ready. */
  readonly large: LedgerCalculator & {
    isReady(): boolean;
    prepare(): Promise<void>;
  };
}

/** From this many transactions on, other requests would noticeably wait. */
export const minLarge = 1_000;
/** From this many on, they would wait longer than `large` takes to become ready. */
const minAlwaysLarge = 5_000;

/**
 * Computes figures of small ledgers immediately. Returns, values and proofs take long for ledgers of any size and are
 * left to `large`: ten years of twenty coins are 73,000 prices, and a proof hashes each of its parts.
 */
export function createSizedCalculator({ small, large }: SizedParts): LedgerCalculator {
  function choose({ size }: LedgerName): LedgerCalculator {
    if (size < minLarge) return small;
    if (size >= minAlwaysLarge || large.isReady()) return large;
    // If it fails, the next call that needs it reports the failure.
    large.prepare().catch(() => undefined);
    return small;
  }
  return {
    summarize: (query) => choose(query).summarize(query),
    writeLots: (query, coinId) => choose(query).writeLots(query, coinId),
    listDisposals: (query) => choose(query).listDisposals(query),
    compareMethods: (query) => choose(query).compareMethods(query),
    preview: (query) => choose(query).preview(query),
    calculateReturns: (query) => large.calculateReturns(query),
    listValues: (query) => large.listValues(query),
    listBalances: (query) => choose(query).listBalances(query),
    prove: (query) => large.prove(query),
  };
}
