import type { Candle, PricePoint } from '#contract/market.ts';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { ChartLayout } from './chart-layout.ts';
import { nearestIndex } from './chart-scale.ts';

/** A crosshair position: a price point, or a candle with its close as the price. */
export interface Reading {
  readonly instant: number;
  readonly price: number;
  readonly x: number;
  readonly y: number;
  readonly candle: Candle | null;
  /** The volume of the preceding 24 hours in US dollars; null if unknown. */
  readonly volume: number | null;
}

/** A volume is that of the preceding 24 hours. */
const maxVolumeGap: Milliseconds = 86_400_000;

/**
 * The volume of the 24 hours before an instant; null if none is near: older prices come from an archive without
 * volumes.
 */
export function volumeAt(volumes: readonly PricePoint[], instant: Instant): number | null {
  const nearest = volumes[nearestIndex(volumes, ([time]) => time, instant)];
  return nearest && Math.abs(nearest[0] - instant) <= maxVolumeGap ? nearest[1] : null;
}

/** All crosshair positions, left to right. */
export function listReadings(
  points: readonly PricePoint[],
  volumes: readonly PricePoint[],
  layout: ChartLayout,
): Reading[] {
  const { candles, x, y } = layout;
  const reading = (instant: number, price: number, at: number, candle: Candle | null): Reading => {
    return { instant, price, x: at, y: y(price), candle, volume: volumeAt(volumes, instant) };
  };
  if (candles.length === 0)
    return points.map(([instant, price]) => reading(instant, price, x(instant), null));
  return candles.map((candle, index) => reading(candle[0], candle[4], layout.candleX(index), candle));
}

/**
 * The index of the reading that a key moves the crosshair to, out of `count`; null to hide it, undefined for keys that
 * do neither. `active` is the current index.
 */
export function readingAfterKey(
  key: string,
  active: number | null,
  count: number,
): number | null | undefined {
  const last = count - 1;
  const at = active ?? last;
  const isFirst = active === null;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return isFirst ? last : Math.max(0, at - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return isFirst ? last : Math.min(last, at + 1);
    case 'PageDown':
      return Math.max(0, at - Math.ceil(count / 10));
    case 'PageUp':
      return Math.min(last, at + Math.ceil(count / 10));
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return active === null ? undefined : null;
    default:
      return undefined;
  }
}
