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
  /** `accountId`: to whom they were shown. */
  note(key: ShownKey, shown: ShownFigures, accountId: string): void;
  find(key: ShownKey): ShownFigures | undefined;
}

const shownMs = 600_000;
/** Total number of prices kept; each takes a few hundred bytes. */
const maxPrices = 200_000;
/** Of one account, so that it doesn't push out those of others. */
const maxPricesOfAccount = maxPrices / 10;

type Kept = ShownFigures & { readonly notedAt: Instant; readonly accountId: string };

const sizeOf = ({ prices, dayValues }: ShownFigures) => prices.size + dayValues.length + 1;

export function createShownPrices(clock: Clock): ShownPrices {
  /** By account: the keys of what is kept, oldest first, and its size. */
  const accounts = new Map<string, { readonly keys: Set<string>; size: number }>();
  const kept = new LRUCache<string, Kept>({ maxSize: maxPrices, sizeCalculation: sizeOf, dispose: forget });
  const keyOf = ({ portfolioId, asOf, currency, at }: ShownKey) =>
    [portfolioId, asOf, currency, at].join(' ');

  function forget(shown: Kept, key: string): void {
    const account = accounts.get(shown.accountId);
    if (!account?.keys.delete(key)) return;
    account.size -= sizeOf(shown);
    if (account.keys.size === 0) accounts.delete(shown.accountId);
  }

  return {
    note(key, shown, accountId) {
      const name = keyOf(key);
      kept.set(name, { ...shown, notedAt: clock.now(), accountId });
      if (!kept.has(name)) return;
      const account = accounts.get(accountId) ?? { keys: new Set(), size: 0 };
      accounts.set(accountId, account);
      account.keys.add(name);
      account.size += sizeOf(shown);
      for (const oldest of account.keys) {
        if (account.size <= maxPricesOfAccount || oldest === name) return;
        kept.delete(oldest);
      }
    },
    find(key) {
      const shown = kept.get(keyOf(key));
      return shown && Math.abs(clock.now() - shown.notedAt) <= shownMs ? shown : undefined;
    },
  };
}
