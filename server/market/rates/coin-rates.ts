import { Decimal } from 'decimal.js';
import { coinCurrencies } from '#contract/currencies/coin-currencies.ts';
import type { Coin } from '#contract/market.ts';
import type { DecimalText } from '#contract/units.ts';
import { memoize } from '#server/platform/cache/memoize.ts';
import type { Snapshot } from '../snapshot.ts';
import type { CheckedRate } from './check-rates.ts';

type CheckedRates = ReadonlyMap<string, CheckedRate>;

const digits = 30;
const Wide = Decimal.clone({ precision: digits, rounding: Decimal.ROUND_HALF_EVEN });

const rowsById = memoize(({ coins }: Snapshot) => new Map(coins.map((coin) => [coin.id, coin])));

/**
 * Rates in which coins use the displayed market's prices, so that a bitcoin is one bitcoin although quotes and rates
 * are refreshed separately. Only coins that the provider has a rate for count as currencies. Returns the same object
 * for the same rates and snapshot.
 */
export const withCoinRates = memoize((rates: CheckedRates) =>
  memoize((snapshot: Snapshot): CheckedRates => {
    const followed = new Map(rates);
    for (const [code, known] of rates) {
      const coin = coinCurrencies[code];
      const rate = coin && rateOf(rowsById(snapshot).get(coin.coinId), coin.units);
      if (rate) followed.set(code, { ...known, rate, at: snapshot.asOf });
    }
    return followed;
  }),
);

/** Units per dollar; null if the coin is not listed or has no price. */
function rateOf(coin: Coin | undefined, units: number): DecimalText | null {
  const price = coin?.current_price ?? 0;
  return price > 0 ? new Wide(units).div(price).toFixed() : null;
}
