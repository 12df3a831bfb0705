import { LRUCache } from 'lru-cache';
import type { CoinId, Instant } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { DayValue } from '../calculator/past-values.ts';
import type { CoinPrice } from '../figures/coin-prices.ts';

/** The state with which figures were shown. */
export interface ShownFigures {
  /** The ledger's revision. */
  readonly revision: number;
  readonly prices: ReadonlyMap<CoinId, CoinPrice>;
  /** The prices and rates of a day that wasn't over, with which transactions were valued. */
  readonly dayValues: readonly DayValue[];
}

/** Which figures were shown. In another currency, or as of another instant, they have other prices. */
export interface ShownKey {
  readonly portfolioId: string;
  readonly asOf: Instant;
  readonly currency: string;
  /** Null: of the moment they were shown. */
  readonly at: Instant | null;
}

/** Remembers for ten minutes the prices with which figures were shown, so that exactly these numbers can be proved. */
export interface ShownPrices {
  note(key: ShownKey, shown: ShownFigures): void;
  find(key: ShownKey): ShownFigures | undefined;
}

const shownMs = 600_000;
/** Total number of prices kept; each takes a few hundred bytes. */
const maxPrices = 200_000;

export function createShownPrices(clock: Clock): ShownPrices {
  const kept = new LRUCache<string, ShownFigures & { readonly notedAt: Instant }>({
    maxSize: maxPrices,
    sizeCalculation: ({ prices, dayValues }) => prices.size + dayValues.length + 1,
  });
  const keyOf = ({ portfolioId, asOf, currency, at }: ShownKey) =>
    [portfolioId, asOf, currency, at].join(' ');
  return {
    note: (key, shown) => void kept.set(keyOf(key), { ...shown, notedAt: clock.now() }),
    find(key) {
      const shown = kept.get(keyOf(key));
      return shown && Math.abs(clock.now() - shown.notedAt) <= shownMs ? shown : undefined;
    },
  };
}
