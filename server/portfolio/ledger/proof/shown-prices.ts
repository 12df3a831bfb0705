import { LRUCache } from 'lru-cache';
import type { CoinId, Instant } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { CoinPrice } from '../figures/coin-prices.ts';

/** The state with which figures were shown. */
export interface ShownFigures {
  /** The ledger's revision. */
  readonly revision: number;
  readonly prices: ReadonlyMap<CoinId, CoinPrice>;
}

/** Remembers for ten minutes the prices with which figures were shown, so that exactly these numbers can be proved. */
export interface ShownPrices {
  note(portfolioId: string, asOf: Instant, shown: ShownFigures): void;
  find(portfolioId: string, asOf: Instant): ShownFigures | undefined;
}

const shownMs = 600_000;
/** Total number of prices kept; each takes a few hundred bytes. */
const maxPrices = 200_000;

export function createShownPrices(clock: Clock): ShownPrices {
  const kept = new LRUCache<string, ShownFigures & { readonly at: Instant }>({
    maxSize: maxPrices,
    sizeCalculation: ({ prices }) => prices.size + 1,
  });
  const keyOf = (portfolioId: string, asOf: Instant) => `${portfolioId} ${asOf}`;
  return {
    note: (portfolioId, asOf, shown) =>
      void kept.set(keyOf(portfolioId, asOf), { ...shown, at: clock.now() }),
    find(portfolioId, asOf) {
      const shown = kept.get(keyOf(portfolioId, asOf));
      return shown && Math.abs(clock.now() - shown.at) <= shownMs ? shown : undefined;
    },
  };
}
