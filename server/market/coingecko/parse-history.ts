import type { Candle, History, PricePoint } from '#contract/market.ts';
import { UpstreamError } from '../provider.ts';

/** A point for each day of a century. Converting one to another currency takes a hundred times as long as receiving it. */
const maxPoints = 36_525;

/**
 * Reads `/coins/{id}/market_chart` with strictly ascending instants. Drops points without a value, and prices and
 * market caps of 0, which mean unknown. Throws an `UpstreamError` without a list of prices.
 */
export function parseHistory(body: unknown): History {
  const { prices, market_caps: caps, total_volumes: volumes } = (body ?? {}) as Record<string, unknown>;
  if (!Array.isArray(prices)) throw new UpstreamError('unreadable', 'The answer has no price history');
  return {
    prices: readPoints(prices, isPositive),
    market_caps: readPoints(caps, isPositive),
    total_volumes: readPoints(volumes, (value) => value >= 0),
  };
}

/** Reads `/coins/{id}/ohlc`, oldest first; drops candles whose four prices contradict each other. */
export function parseCandles(body: unknown): Candle[] {
  if (!Array.isArray(body)) throw new UpstreamError('unreadable', 'The answer is not a list of candles');
  const candles = body.slice(-maxPoints).filter(isCandle);
  return inOrder(candles.map(([time, ...prices]) => [Math.round(time), ...prices] as Candle));
}

function readPoints(points: unknown, isFine: (value: number) => boolean): PricePoint[] {
  if (!Array.isArray(points)) return [];
  const readable = points
    .slice(-maxPoints)
    .filter(
      (point): point is PricePoint =>
        Array.isArray(point) && isInstant(point[0]) && Number.isFinite(point[1]) && isFine(point[1]),
    );
  return inOrder(readable.map(([time, value]): PricePoint => [Math.round(time), value]));
}

/** Sorted by instant, with one point per instant. Providers have been seen to step back in time. */
function inOrder<T extends readonly number[]>(points: T[]): T[] {
  const sorted = points.sort((a, b) => a[0]! - b[0]!);
  return sorted.filter((point, index) => index === 0 || point[0] !== sorted[index - 1]![0]);
}

function isCandle(row: unknown): row is Candle {
  if (!Array.isArray(row) || row.length < 5 || !isInstant(row[0])) return false;
  const prices = row.slice(1, 5);
  if (!prices.every((price) => Number.isFinite(price) && price > 0)) return false;
  const [open, high, low, close] = prices as [number, number, number, number];
  return high >= Math.max(open, close) && low <= Math.min(open, close);
}

const isPositive = (value: number) => value > 0;

/** Between 2000 and 2100, in milliseconds: instants in seconds would put the whole chart in January 1970. */
function isInstant(value: unknown): value is number {
  return typeof value === 'number' && value > 946_684_800_000 && value < 4_102_444_800_000;
}
