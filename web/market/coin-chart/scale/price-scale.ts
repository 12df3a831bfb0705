import { flatBelow } from '../../chart/chart-scale.ts';
import { type PriceTick, priceStep, priceTicks } from '../../chart/chart-ticks.ts';

/** A price axis that maps prices to px from the top and back. */
export interface PriceScale {
  readonly low: number;
  readonly high: number;
  readonly isLog: boolean;
  readonly toY: (price: number) => number;
  readonly toPrice: (y: number) => number;
}

/** A price that must be at least `padding` px from an end of the axis. */
export interface ScaleEnd {
  readonly price: number;
  readonly padding: number;
}

const identity = (value: number) => value;

/** The tightest axis of that height on which all `tops` and `bottoms` keep their padding. */
export function createPriceScale(
  tops: readonly ScaleEnd[],
  bottoms: readonly ScaleEnd[],
  { height, isLog }: { height: number; isLog: boolean },
): PriceScale {
  const [into, out] = isLog ? [Math.log, Math.exp] : [identity, identity];
  let perPixel = 0;
  for (const top of tops) {
    for (const bottom of bottoms) {
      const room = Math.max(1, height - top.padding - bottom.padding);
      perPixel = Math.max(perPixel, (into(top.price) - into(bottom.price)) / room);
    }
  }
  const size = Math.abs(into(tops[0]!.price));
  if (!(perPixel * height > size * flatBelow)) perPixel = (size * 0.02 || 1) / height;
  const ceiling = Math.max(...tops.map(({ price, padding }) => into(price) + padding * perPixel));
  const floor = Math.min(...bottoms.map(({ price, padding }) => into(price) - padding * perPixel));
  // What the paddings leave is shared equally between both ends.
  const surplus = (height * perPixel - (ceiling - floor)) / 2;
  const bottom = floor - surplus;
  return {
    low: out(bottom),
    high: out(bottom + height * perPixel),
    isLog,
    toY: (price) => height - (into(price) - bottom) / perPixel,
    toPrice: (y) => out(bottom + (height - y) * perPixel),
  };
}

/** A log axis whose ends have at least this ratio has ticks at 1, 2 and 5 times powers of ten. */
const minLogRatio = 8;

/** The ticks of an axis: round prices, or round percentages relative to a price, with minor ticks between them. */
export function scaleTicks(
  { low, high, isLog }: PriceScale,
  count: number,
  percentFrom: number | null = null,
): PriceTick[] {
  if (percentFrom !== null)
    return percentTicks(low / percentFrom - 1, high / percentFrom - 1, count, percentFrom);
  if (isLog && low > 0 && high / low >= minLogRatio) return logTicks(low, high, count);
  return priceTicks(low, high, priceStep(Math.max(0, low), high, count));
}

function percentTicks(low: number, high: number, count: number, from: number): PriceTick[] {
  const minor = priceStep(low, high, count) / 5;
  const first = Math.ceil(low / minor - 1e-6);
  const last = Math.floor(high / minor + 1e-6);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => ({
    value: from * (1 + (first + offset) * minor),
    isMajor: (first + offset) % 5 === 0,
  }));
}

/** 1, 2 and 5 times each power of ten, or only the powers if that would be too many. */
function logTicks(low: number, high: number, count: number): PriceTick[] {
  const decades = Math.log10(high / low);
  const majors = decades * 3 <= count * 1.6 ? [1, 2, 5] : [1];
  const every = Math.max(1, Math.ceil(decades / (count * 1.6)));
  const ticks: PriceTick[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
    for (let digit = 1; digit < 10; digit++) {
      const value = digit * 10 ** power;
      if (value < low || value > high) continue;
      ticks.push({ value, isMajor: majors.includes(digit) && power % every === 0 });
    }
  }
  return ticks;
}

/** The step between readable prices on an axis with that much price per pixel. */
export const readableStep = (perPixel: number): number => 10 ** Math.floor(Math.log10(perPixel));

/** The nearest readable price, without floating-point noise. */
export function snapPrice(price: number, step: number): number {
  const snapped = Number((Math.round(price / step) * step).toPrecision(12));
  return snapped > 0 ? snapped : step;
}
