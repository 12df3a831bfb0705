import type { Candle, PricePoint } from '#contract/market.ts';

type Scale = (value: number) => number;
const px = (value: number) => String(Math.round(value * 10) / 10);

/**
 * Thins the points to at most `max`. Keeps the lowest and the highest of each stretch, so that no spike is lost, and
 * the first and last point. Order and instants are unchanged.
 */
export function thinPoints(points: readonly PricePoint[], max: number): readonly PricePoint[] {
  const first = points[0];
  const last = points.at(-1);
  if (points.length <= max || !first || !last) return points;
  const inner = points.slice(1, -1);
  const stretches = Math.max(1, Math.floor((max - 2) / 2));
  const kept: PricePoint[] = [first];
  for (let index = 0; index < stretches; index++) {
    const from = Math.floor((index * inner.length) / stretches);
    const to = Math.floor(((index + 1) * inner.length) / stretches);
    let low = from;
    let high = from;
    for (let at = from; at < to; at++) {
      if (inner[at]![1] < inner[low]![1]) low = at;
      if (inner[at]![1] > inner[high]![1]) high = at;
    }
    kept.push(inner[Math.min(low, high)]!);
    if (low !== high) kept.push(inner[Math.max(low, high)]!);
  }
  kept.push(last);
  return kept;
}

/** `d` of the line through the points. */
export function linePath(points: readonly PricePoint[], x: Scale, y: Scale): string {
  return points.map(([at, value], index) => `${index ? 'L' : 'M'}${px(x(at))} ${px(y(value))}`).join('');
}

/** `d` of the area between the line and `bottom`. Empty for fewer than two points. */
export function areaPath(points: readonly PricePoint[], x: Scale, y: Scale, bottom: number): string {
  const first = points[0];
  const last = points.at(-1);
  if (points.length < 2 || !first || !last) return '';
  return `${linePath(points, x, y)}L${px(x(last[0]))} ${px(bottom)}L${px(x(first[0]))} ${px(bottom)}Z`;
}

/** Joins candles in groups, at most `max`: open of the first, close of the last, extremes of all. */
export function joinCandles(candles: readonly Candle[], max: number): readonly Candle[] {
  const size = Math.ceil(candles.length / Math.max(1, max));
  if (size <= 1) return candles;
  const joined: Candle[] = [];
  // Groups count from the newest candle, so that the last group is complete.
  for (let end = candles.length; end > 0; end -= size) {
    const group = candles.slice(Math.max(0, end - size), end);
    const last = group.at(-1)!;
    joined.unshift([
      last[0],
      group[0]![1],
      Math.max(...group.map((candle) => candle[2])),
      Math.min(...group.map((candle) => candle[3])),
      last[4],
    ]);
  }
  return joined;
}

/** The means of the values over at most `max` equal stretches of time. Empty stretches are omitted. */
export function volumeBars(
  volumes: readonly PricePoint[],
  from: number,
  to: number,
  max: number,
): { from: number; to: number; value: number }[] {
  if (!(to > from)) return [];
  const width = (to - from) / max;
  const sums = Array.from({ length: max }, () => ({ sum: 0, count: 0 }));
  for (const [at, value] of volumes) {
    const bar = sums[Math.min(max - 1, Math.floor((at - from) / width))];
    if (at < from || at > to || !bar || !Number.isFinite(value)) continue;
    bar.sum += value;
    bar.count += 1;
  }
  return sums.flatMap(({ sum, count }, index) =>
    count === 0 ? [] : [{ from: from + index * width, to: from + (index + 1) * width, value: sum / count }],
  );
}
