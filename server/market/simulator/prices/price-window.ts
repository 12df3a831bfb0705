import type { Instant, Milliseconds } from '#contract/units.ts';
import type { SimulatedCoin } from '../coins/simulated-coins.ts';
import type { PricePath } from './price-path.ts';

/**
 * A moving window over a coin's prices: at the `count` multiples of `step` up to now, oldest first. Computes only the
 * points since the last call. Reuses the array, so don't keep it.
 */
export function createPriceWindow(
  path: PricePath,
  step: Milliseconds,
  count: number,
): (coin: SimulatedCoin, now: Instant) => Float64Array {
  const windows = new Map<SimulatedCoin, { last: number; prices: Float64Array }>();
  return (coin, now) => {
    const last = Math.floor(now / step);
    const window = windows.get(coin) ?? { last: Number.NEGATIVE_INFINITY, prices: new Float64Array(count) };
    windows.set(coin, window);
    const moved = last - window.last;
    if (moved === 0) return window.prices;
    const missing = moved > 0 && moved < count ? moved : count;
    if (missing < count) window.prices.copyWithin(0, missing);
    for (let i = count - missing; i < count; i++) {
      window.prices[i] = path.priceAt(coin, (last - count + 1 + i) * step);
    }
    window.last = last;
    return window.prices;
  };
}
