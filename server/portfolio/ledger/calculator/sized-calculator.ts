import { LRUCache } from 'lru-cache';
import type { LedgerCalculator } from './ledger-query.ts';

export interface SizedParts {
  /** For ledgers of which the figures take a few milliseconds. */
  readonly small: LedgerCalculator;
  readonly large: LedgerCalculator;
  readonly countEntries: (portfolioId: string) => Promise<number>;
}

/** From this many transactions on, other calls would notice that they wait. */
const minLarge = 5_000;
const maxRemembered = 10_000;

interface Asked {
  readonly portfolioId: string;
  readonly revision: number;
}

/** Small ledgers at once, large ones where they keep nobody waiting. One that was large stays there. */
export function createSizedCalculator({ small, large, countEntries }: SizedParts): LedgerCalculator {
  const sizes = new LRUCache<string, { readonly revision: number; readonly isLarge: boolean }>({
    max: maxRemembered,
  });

  async function choose({ portfolioId, revision }: Asked): Promise<LedgerCalculator> {
    const known = sizes.get(portfolioId);
    if (known && (known.isLarge || known.revision === revision)) return known.isLarge ? large : small;
    const isLarge = (await countEntries(portfolioId)) >= minLarge;
    sizes.set(portfolioId, { revision, isLarge });
    return isLarge ? large : small;
  }

  return {
    summarize: async (query) => (await choose(query)).summarize(query),
    listLots: async (query, coinId) => (await choose(query)).listLots(query, coinId),
    listDisposals: async (query) => (await choose(query)).listDisposals(query),
    compareMethods: async (query) => (await choose(query)).compareMethods(query),
    preview: async (query) => (await choose(query)).preview(query),
  };
}
