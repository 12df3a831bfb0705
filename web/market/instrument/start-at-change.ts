import type { Candle, PricePoint } from '#contract/market.ts';
import type { Milliseconds, Percent } from '#contract/units.ts';

/** The newest price is joined to a series if it is at most this share of the series' span away. */
const maxGap = 1 / 10;

/** The provider's own change over a span: what the market's list and the coin's head say. */
export interface KnownChange {
  readonly percent: Percent | null | undefined;
  readonly span: Milliseconds;
}

/** A series that ends at the newest price, so that both say the same figure; unchanged if that is too far away. */
export function endAtPrice(prices: readonly PricePoint[], latest: PricePoint): readonly PricePoint[] {
  const first = prices[0];
  const last = prices.at(-1);
  if (!first || !last || latest[0] <= first[0]) return prices;
  if (Math.abs(latest[0] - last[0]) > (last[0] - first[0]) * maxGap) return prices;
  return [...prices.filter(([at]) => at < latest[0]), latest];
}

/**
 * A series that starts at the price which the known change names, so that the line rises or falls by exactly that
 * change. Unchanged if the change is unknown or the series is much shorter than its span.
 */
export function startAtChange(
  prices: readonly PricePoint[],
  { percent, span }: KnownChange,
): readonly PricePoint[] {
  const first = prices[0];
  const last = prices.at(-1);
  if (!first || !last || percent == null || !Number.isFinite(percent) || percent <= -100) return prices;
  const start = last[0] - span;
  if (Math.abs(first[0] - start) > span * maxGap) return prices;
  return [[start, last[1] / (1 + percent / 100)], ...prices.filter(([at]) => at > start)];
}

/** Candles that follow the newest price: it extends the open candle, or opens the next one. */
export function followCandles(candles: readonly Candle[], latest: PricePoint): readonly Candle[] {
  const last = candles.at(-1);
  const before = candles.at(-2);
  const width = candleWidth(candles);
  if (!last || !before || width === null || latest[0] < last[0]) return candles;
  const [at, price] = latest;
  const [closedAt, open, high, low, close] = last;
  if (at <= before[0] + width) {
    return [...candles.slice(0, -1), [at, open, Math.max(high, price), Math.min(low, price), price]];
  }
  if (at - closedAt > width * Math.max(1, candles.length * maxGap)) return candles;
  return [...candles, [at, close, Math.max(close, price), Math.min(close, price), price]];
}

/** The time a candle covers; null for fewer than two. Only the newest may be shorter. */
export function candleWidth(candles: readonly Candle[]): Milliseconds | null {
  const [first, second] = candles;
  return first && second ? second[0] - first[0] : null;
}
