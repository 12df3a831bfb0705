import type { CoinId } from '#contract/units.ts';
import type { CloseStore } from '../closes/store.ts';
import type { RateStore } from '../rates/store.ts';
import { simulatedCoins } from '../simulator/coins/simulated-coins.ts';
import type { MarketStore } from '../store.ts';
import { krakenCoins } from './kraken-coins.ts';
import { findQuoteCoin } from './read-kraken-name.ts';

const bestKnown: ReadonlySet<CoinId> = new Set([
  ...krakenCoins.values(),
  ...simulatedCoins.map(({ id }) => id),
]);

/** Whether the coin exists, as far as can be determined without asking the provider. */
export async function isKnownCoin(
  coinId: CoinId,
  parts: { readonly closes: CloseStore; readonly market: Pick<MarketStore, 'loadSnapshot'> },
): Promise<boolean> {
  if (bestKnown.has(coinId) || (await parts.closes.hasCoin(coinId))) return true;
  const snapshot = await parts.market.loadSnapshot();
  return snapshot?.coins.some(({ id }) => id === coinId) ?? false;
}

/** Whether the currency exists, by lower-case code. */
export async function isKnownCurrency(code: string, rates: Pick<RateStore, 'hasCurrency'>): Promise<boolean> {
  if (code === 'usd' || findQuoteCoin(code) !== null) return true;
  return Intl.supportedValuesOf('currency').includes(code.toUpperCase()) || rates.hasCurrency(code);
}
