import type { Candle, History, PricePoint } from '#contract/market.ts';
import type { Instant } from '#contract/units.ts';
import { simulatedCoins } from './coins/simulated-coins.ts';
import type { PricePath } from './prices/price-path.ts';
import { simulateRate } from './simulated-rates.ts';

/** Converts simulated price history to a currency, each point at the rate of its time. */
export interface SimulatedCurrency {
  convertHistory(history: History): History;
  convertCandles(candles: readonly Candle[]): Candle[];
}

const coinsById = new Map(simulatedCoins.map((coin) => [coin.id, coin]));

/** Null if there is no currency with this lower-case code. */
export function createSimulatedCurrency(path: PricePath, code: string): SimulatedCurrency | null {
  const rateAt = (at: Instant) =>
    simulateRate(code, at, (coinId) => {
      const coin = coinsById.get(coinId);
      return coin && path.priceAt(coin, at);
    });
  if (rateAt(0) === null) return null;
  const convert = (dollars: number, at: Instant) => Number((dollars * (rateAt(at) ?? 1)).toPrecision(12));
  const convertPoints = (points: readonly PricePoint[]) =>
    points.map(([at, dollars]): PricePoint => [at, convert(dollars, at)]);
  return {
    convertHistory: ({ prices, market_caps, total_volumes }) => ({
      prices: convertPoints(prices),
      market_caps: convertPoints(market_caps),
      total_volumes: convertPoints(total_volumes),
    }),
    convertCandles: (candles) =>
      candles.map(
        ([at, open, high, low, close]): Candle => [
          at,
          convert(open, at),
          convert(high, at),
          convert(low, at),
          convert(close, at),
        ],
      ),
  };
}
