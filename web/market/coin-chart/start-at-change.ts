import type { Candle, PricePoint } from '#contract/market.ts';
import type { Milliseconds, Percent } from '#contract/units.ts';

/** The newest price is added to a line if it is at most this share of the line's span away. */
const maxGap = 1 / 10;

/** The provider's change over a span, as shown in the market's list and the coin's header. */
export interface KnownChange {
  readonly percent: Percent | null | undefined;
  readonly span: Milliseconds;
}

/**
 * Whether a line ends so far from the newest price that neither this nor a change up to now belongs to it: one of the
 * two could not be refreshed.
 */
export function isApart(prices: readonly PricePoint[], latest: PricePoint): boolean {
  const first = prices[0];
  const last = prices.at(-1);
  if (!first || !last) return false;
  return latest[0] <= first[0] || Math.abs(latest[0] - last[0]) > (last[0] - first[0]) * maxGap;
}

/** Ends a line at the newest price, so that both show the same figure. Unchanged if the price is too far away. */
export function endAtPrice(prices: readonly PricePoint[], latest: PricePoint): readonly PricePoint[] {
  if (prices.length === 0 || isApart(prices, latest)) return prices;
  return [...prices.filter(([at]) => at < latest[0]), latest];
}

/**
 * Starts a line at the price implied by the known change, so that it rises or falls by exactly that change. Unchanged
 * if the change is unknown or the line is much shorter than the change's span.
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

/** Extends the open candle to the newest price, or opens the next one with it. */
export function followCandles(candles: readonly Candle[], latest: PricePoint): readonly Candle[] {
  const last = candles.at(-1);
  const previous = candles.at(-2);
  const width = candleWidth(candles);
  if (!last || !previous || width === null || latest[0] < last[0]) return candles;
  const [at, price] = latest;
  const [closedAt, open, high, low, close] = last;
  if (at <= previous[0] + width) {
    return [...candles.slice(0, -1), [at, open, Math.max(high, price), Math.min(low, price), price]];
  }
  if (at - closedAt > width * Math.max(1, candles.length * maxGap)) return candles;
  return [...candles, [at, close, Math.max(close, price), Math.min(close, price), price]];
}

/** The time that each candle covers; null for fewer than two candles. Only the newest may cover less. */
export function candleWidth(candles: readonly Candle[]): Milliseconds | null {
  const [first, second] = candles;
  return first && second ? second[0] - first[0] : null;
}
