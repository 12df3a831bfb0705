import type { PricePoint } from '#contract/market.ts';

/** Lines to draw, in the units of `size`. */
export interface BacktestShape {
  readonly path: string;
  /** The height of the threshold; null where it lies far from all prices, or is not a price. */
  readonly level: number | null;
  /** Where it would have fired. */
  readonly marks: readonly { readonly x: number; readonly y: number }[];
}

export const size = { width: 380, height: 64 } as const;
/** Above and below the line. */
const inset = { top: 6, bottom: 4 } as const;
/** More points are indistinguishable at this size. */
const maxPoints = 190;
/** A threshold farther from all prices than this share of their span would flatten the line. */
const farthest = 1;

/** The line of a price history, with a threshold (US dollars; null: none) and the instants (ms) at which it would have fired. */
export function shapeBacktest(
  prices: readonly PricePoint[],
  threshold: number | null,
  firedAt: readonly number[],
): BacktestShape | null {
  const [first, last] = [prices[0], prices.at(-1)];
  if (!first || !last || first[0] >= last[0]) return null;
  const values = prices.map(([, price]) => price);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = high - low || high || 1;
  const isNear =
    threshold !== null && threshold >= low - span * farthest && threshold <= high + span * farthest;
  const bottom = isNear ? Math.min(low, threshold) : low;
  const top = isNear ? Math.max(high, threshold) : high;
  const room = size.height - inset.top - inset.bottom;
  const y = (price: number) =>
    round(size.height - inset.bottom - ((price - bottom) / (top - bottom || 1)) * room);
  const x = (at: number) => round(((at - first[0]) / (last[0] - first[0])) * size.width);
  const level = isNear ? y(threshold) : null;
  const drawn = thin(prices);
  return {
    path: drawn.map(([at, price], index) => `${index === 0 ? 'M' : 'L'}${x(at)} ${y(price)}`).join(''),
    level,
    marks: firedAt
      .filter((at) => at >= first[0] && at <= last[0])
      .map((at) => ({ x: x(at), y: level ?? y(priceAt(prices, at)) })),
  };
}

/** Every n-th point, and the last. */
function thin(prices: readonly PricePoint[]): readonly PricePoint[] {
  const step = Math.ceil(prices.length / maxPoints);
  return prices.filter((_, index) => index % step === 0 || index === prices.length - 1);
}

function priceAt(prices: readonly PricePoint[], at: number): number {
  return (prices.findLast(([time]) => time <= at) ?? prices[0]!)[1];
}

function round(figure: number): number {
  return Math.round(figure * 10) / 10;
}
