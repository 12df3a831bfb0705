import { LRUCache } from 'lru-cache';
import { TooManyLotsError } from '../engine/named-lots-budget.ts';
import type { LedgerCalculator, LedgerVersion } from './ledger-query.ts';

export interface SizedParts {
  /**
   * Computes in the thread that serves requests. Throws a `TooManyLotsError` if a ledger names or moves too many lots.
   */
  readonly small: LedgerCalculator;
  /** Doesn't block other requests, but takes a while to become ready. */
  readonly large: LedgerCalculator & {
    isReady(): boolean;
    prepare(): Promise<void>;
  };
}

/** From this many transactions on, other requests would noticeably wait. */
export const minLargeLedger = 1_000;
/** From this many on, they would wait longer than `large` takes to become ready. */
const minAlwaysLarge = 5_000;
/** A ledger that names more lots than this takes as long as one with `minLargeLedger` transactions. */
export const maxSmallLots = 1_000;
/** Moving this many lots between wallets takes some milliseconds, and a preview builds up to thirteen ledgers. */
export const maxSmallMoves = 10_000;
/** How many portfolios with more lots or moves are remembered; any other is checked again. */
const maxRemembered = 10_000;

/**
 * Computes figures of small ledgers with `small`, and those of others with `large`. Returns, values and proofs take long
 * for ledgers of any size and are left to `large`: ten years of twenty coins are 73,000 prices, and a proof hashes each
 * of its parts.
 */
export function createSizedCalculator({ small, large }: SizedParts): LedgerCalculator {
  const withManyLots = new LRUCache<string, true>({ max: maxRemembered });

  function choose({ portfolioId, size }: LedgerVersion): LedgerCalculator {
    if (withManyLots.has(portfolioId)) return large;
    if (size < minLargeLedger) return small;
    if (size >= minAlwaysLarge || large.isReady()) return large;
    // If it fails, the next call that needs it reports the failure.
    large.prepare().catch(() => undefined);
    return small;
  }

  async function ask<Result>(
    ledger: LedgerVersion,
    call: (calculator: LedgerCalculator) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await call(choose(ledger));
    } catch (error) {
      if (!(error instanceof TooManyLotsError)) throw error;
      withManyLots.set(ledger.portfolioId, true);
      return call(large);
    }
  }

  return {
    summarize: (query) => ask(query, (calculator) => calculator.summarize(query)),
    writeLots: (query) => ask(query, (calculator) => calculator.writeLots(query)),
    listDisposals: (query) => ask(query, (calculator) => calculator.listDisposals(query)),
    compareMethods: (query) => ask(query, (calculator) => calculator.compareMethods(query)),
    preview: (query) => ask(query, (calculator) => calculator.preview(query)),
    calculateReturns: (query) => large.calculateReturns(query),
    listValues: (query) => large.listValues(query),
    listBalances: (query) => ask(query, (calculator) => calculator.listBalances(query)),
    prove: (query) => large.prove(query),
  };
}
