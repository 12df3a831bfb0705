import type { Candle, History, HistoryDays, HistoryInterval, PricePoint } from '#contract/market.ts';
import type { SimulatedCoin } from './coins/simulated-coins.ts';
import { marketStart, type PricePath } from './prices/price-path.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Width of one point, as CoinGecko chooses it: 5 minutes for a day, an hour up to 90 days, a day above. */
function stepFor(days: HistoryDays, interval: HistoryInterval): number {
  if (interval === 'daily' || days === 'max' || days > 90) return day;
  return days === 1 ? 5 * minute : hour;
}

/** The multiples of `step` after `from` and before `now`, and `now` itself. */
function instantsOf(from: number, now: number, step: number): number[] {
  const instants: number[] = [];
  for (let at = (Math.floor(from / step) + 1) * step; at < now; at += step) instants.push(at);
  instants.push(now);
  return instants;
}

/** A price for each day since the simulated market began, and the current one. */
export function simulateDailyPrices(path: PricePath, coin: SimulatedCoin, now: number): PricePoint[] {
  return instantsOf(marketStart - 1, now, day).map((at): PricePoint => [at, path.priceAt(coin, at)]);
}

/** Prices, market caps and volumes of the last `days` days; the last point is now. */
export function simulateHistory(
  path: PricePath,
  coin: SimulatedCoin,
  days: HistoryDays,
  interval: HistoryInterval,
  now: number,
): History {
  const from = days === 'max' ? marketStart - 1 : Math.max(marketStart - 1, now - days * day);
  const instants = instantsOf(from, now, stepFor(days, interval));
  const prices = instants.map((at): PricePoint => [at, path.priceAt(coin, at)]);
  return {
    prices,
    market_caps: prices.map(([at, price]): PricePoint => [at, Math.round(price * coin.circulating)]),
    total_volumes: instants.map((at): PricePoint => [at, path.volumeAt(coin, at)]),
  };
}

/** The width of a candle, as CoinGecko chooses it: 30 minutes, 4 hours or 4 days; and the grid for its high and low. */
function candleShape(days: number): { width: number; grid: number } {
  if (days === 1) return { width: 30 * minute, grid: 5 * minute };
  return days <= 30 ? { width: 4 * hour, grid: 5 * minute } : { width: 4 * day, grid: hour };
}

/** Candles dated by their close; the last one is still open and closes now. */
export function simulateCandles(path: PricePath, coin: SimulatedCoin, days: number, now: number): Candle[] {
  const { width, grid } = candleShape(days);
  const candles: Candle[] = [];
  for (let start = Math.floor((now - days * day) / width) * width; start < now; start += width) {
    const close = Math.min(start + width, now);
    const prices = instantsOf(start, close, grid).map((at) => path.priceAt(coin, at));
    const opening = path.priceAt(coin, start);
    candles.push([
      close,
      opening,
      Math.max(opening, ...prices),
      Math.min(opening, ...prices),
      prices[prices.length - 1]!,
    ]);
  }
  return candles;
}
