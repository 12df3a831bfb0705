import type { PricePoint } from '#contract/market.ts';
import { type Reading, volumeAt } from '../chart/chart-readings.ts';
import { nearestIndex } from '../chart/chart-scale.ts';
import type { CoinChartLayout } from './coin-chart-layout.ts';

/** The number of readings in the window. */
export const countReadings = ({ candles, visible }: CoinChartLayout): number =>
  candles.length > 0 ? candles.length : visible.length;

/** The index of the reading nearest to `x`. */
export function readingIndexAt(layout: CoinChartLayout, x: number): number {
  if (layout.candles.length > 0) return nearestIndex(layout.candles, (placed) => placed.x, x);
  return nearestIndex(layout.visible, ([at]) => at, layout.toInstant(x));
}

/** The reading at an index; null if there is none. */
export function readAt(
  layout: CoinChartLayout,
  volumes: readonly PricePoint[],
  index: number,
): Reading | null {
  const { toX, scale, candles, visible } = layout;
  const placed = candles[index];
  const point = candles.length > 0 ? undefined : visible[index];
  if (!placed && !point) return null;
  const [instant, price] = placed ? [placed.candle[0], placed.candle[4]] : point!;
  return {
    instant,
    price,
    x: placed ? placed.x : toX(instant),
    y: scale.toY(price),
    candle: placed?.candle ?? null,
    volume: volumeAt(volumes, instant),
  };
}
