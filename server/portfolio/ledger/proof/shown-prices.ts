import { LRUCache } from 'lru-cache';
import type { CoinId, Instant } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { DayValue } from '../calculator/past-values.ts';
import type { CoinPrice } from '../figures/coin-prices.ts';

/** The state with which figures were shown. */
export interface ShownFigures {
  /** To whom. */
  readonly accountId: string;
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
/** Of one account, which could otherwise push out those of all others by asking for its figures over and over. */
const maxPricesOfAccount = maxPrices / 4;

type Kept = ShownFigures & { readonly notedAt: Instant };

const sizeOf = ({ prices, dayValues }: ShownFigures) => prices.size + dayValues.length + 1;

export function createShownPrices(clock: Clock): ShownPrices {
  /** By account, what is kept: oldest first, and the number of prices. */
  const shares = new Map<string, { readonly keys: Set<string>; prices: number }>();
  const kept = new LRUCache<string, Kept>({
    maxSize: maxPrices,
    sizeCalculation: sizeOf,
    dispose: (shown, key) => count(shown, key, -1),
  });
  const keyOf = ({ portfolioId, asOf, currency, at }: ShownKey) =>
    [portfolioId, asOf, currency, at].join(' ');

  function count(shown: ShownFigures, key: string, sign: 1 | -1): void {
    const share = shares.get(shown.accountId) ?? { keys: new Set<string>(), prices: 0 };
    share.prices += sign * sizeOf(shown);
    if (sign > 0) share.keys.add(key);
    else share.keys.delete(key);
    if (share.keys.size > 0) shares.set(shown.accountId, share);
    else shares.delete(shown.accountId);
  }

  return {
    note(noted, shown) {
      const key = keyOf(noted);
      // First, because replacing it would count the new one before the old one is gone.
      kept.delete(key);
      kept.set(key, { ...shown, notedAt: clock.now() });
      if (!kept.has(key)) return;
      count(shown, key, 1);
      const share = shares.get(shown.accountId)!;
      for (const oldest of share.keys)
        if (share.prices > maxPricesOfAccount && oldest !== key) kept.delete(oldest);
    },
    find(key) {
      const shown = kept.get(keyOf(key));
      return shown && Math.abs(clock.now() - shown.notedAt) <= shownMs ? shown : undefined;
    },
  };
}
