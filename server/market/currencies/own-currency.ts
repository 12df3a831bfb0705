import { coinCurrencies } from '#contract/currencies/coin-currencies.ts';
import type { Candle, History } from '#contract/market.ts';
import type { CoinId } from '#contract/units.ts';
import { memoize } from '#server/platform/cache/memoize.ts';
import type { CurrencyHistory } from './service.ts';

const historiesAt = (units: number) =>
  memoize(
    (history: History): History => ({
      ...history,
      prices: history.prices.map(([at]): History['prices'][number] => [at, units]),
    }),
  );
const candlesAt = (units: number) =>
  memoize((candles: readonly Candle[]) => candles.map(([at]): Candle => [at, units, units, units, units]));

/** One bitcoin is always one bitcoin: past rates are rounded, so converting would draw noise. */
export function withOwnCurrency(currencyHistory: CurrencyHistory): CurrencyHistory {
  const byUnits = new Map(
    Object.values(coinCurrencies).map(({ units }) => [
      units,
      { history: historiesAt(units), candles: candlesAt(units) },
    ]),
  );
  const fixedOf = (coinId: CoinId, currency: string) => {
    const coin = coinCurrencies[currency];
    return coin?.coinId === coinId ? byUnits.get(coin.units) : undefined;
  };
  return {
    async getHistory(coinId, days, interval, currency) {
      const found = await currencyHistory.getHistory(coinId, days, interval, currency);
      const fixed = fixedOf(coinId, currency);
      return found && fixed ? { ...found, value: fixed.history(found.value) } : found;
    },
    async listCandles(coinId, days, currency) {
      const found = await currencyHistory.listCandles(coinId, days, currency);
      const fixed = fixedOf(coinId, currency);
      return found && fixed ? { ...found, value: fixed.candles(found.value) } : found;
    },
  };
}
