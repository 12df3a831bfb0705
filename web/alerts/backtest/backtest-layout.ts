import type { PricePoint } from '#contract/market.ts';
import type { Instant } from '#contract/units.ts';
import { type ChangeVariant, changeVariant } from '#web/lib/formats.ts';
import type { Currency } from '#web/lib/money/currency.ts';
import { axisPriceFormat, labelWidth } from '#web/market/chart/chart-labels.ts';
import { rangeChange } from '#web/market/chart/chart-layout.ts';
import { linePath, thinPoints } from '#web/market/chart/chart-path.ts';
import { linearScale, valueExtent } from '#web/market/chart/chart-scale.ts';
import { priceStep, priceTicks, type TimeTick, timeTicks } from '#web/market/chart/chart-ticks.ts';
import type { Zone } from '#web/market/chart/chart-time.ts';
import { writeMarkPrice } from '#web/market/coin-chart/scale/mark-price.ts';
import { createPriceScale } from '#web/market/coin-chart/scale/price-scale.ts';
import {
  dockHeight,
  isFreeOfTags,
  type PlacedMark,
  placeMarks,
  type ScaleMark,
} from '#web/market/coin-chart/scale/scale-marks.ts';

/** The layout of a backtest's picture, in px from its top left corner. */
export interface BacktestLayout {
  readonly width: number;
  /** Right edge of the plot, where the price labels start. */
  readonly right: number;
  /** `d` attribute of the price line. */
  readonly line: string;
  /** Whether the price rose or fell over the whole range. */
  readonly variant: ChangeVariant;
  readonly ticks: readonly { readonly y: number; readonly isMajor: boolean; readonly label: string | null }[];
  readonly times: readonly (Pick<TimeTick, 'label'> & { readonly x: number })[];
  /** The last price and, for a price alert, its threshold. */
  readonly tags: readonly (Pick<PlacedMark, 'y' | 'tagY' | 'dock' | 'kind'> & { readonly text: string })[];
  /** Where the alert would have fired: on the threshold's line or, if that is not drawn, on the price line. */
  readonly crossings: readonly { readonly x: number; readonly y: number }[];
}

/** Heights of the plot and of the time labels below it, in px. */
export const sizes = { plot: 120, times: 24 } as const;
/** Space between the data and the top and bottom of the plot. */
const inset = 10;
const maxPoints = 300;
const minAxisWidth = 76;
/** Width for the labels besides their text. `labelInset`: from the axis to the labels. */
const axisPadding = 24;
const labelInset = 14;
const tickCount = 3;
/**
 * A threshold farther from the prices than this multiple of their range would flatten the line, so it docks at the
 * edge.
 */
const maxDistance = 1;

interface BacktestData {
  /** Oldest first. */
  readonly prices: readonly PricePoint[];
  /** Null if the alert is not about the price. */
  readonly threshold: number | null;
  /** Currency of the prices and the threshold. Default: US dollars. */
  readonly currency?: Currency;
  readonly firedAt: readonly Instant[];
}

/** Lays out a backtest. Null if there is nothing to draw. */
export function layOutBacktest(data: BacktestData, width: number, zone: Zone): BacktestLayout | null {
  const { prices, threshold, firedAt } = data;
  const [first, last] = [prices[0], prices.at(-1)];
  if (!first || !last || first[0] >= last[0]) return null;
  const { scale, placed } = layOutScale(prices, threshold);
  const step = priceStep(Math.max(0, scale.low), scale.high, tickCount);
  const tickText = axisPriceFormat(scale.high, step, data.currency);
  const readoutText = axisPriceFormat(scale.high, step / 10, data.currency);
  const tags = placed.map(({ y, tagY, dock, kind, price }) => ({
    ...{ y, tagY, dock, kind },
    text: `${dock === null ? '' : dock === 'top' ? '↑ ' : '↓ '}${writeMarkPrice(price, readoutText, data.currency)}`,
  }));
  const ticks = priceTicks(scale.low, scale.high, step).map(({ value, isMajor }) => {
    const y = scale.toY(value);
    const hasLabel = isMajor && y > 6 && y < sizes.plot - 4 && isFreeOfTags(y, placed);
    return { y, isMajor, label: hasLabel ? tickText(value) : null };
  });
  const widest = Math.max(...[...tags.map(({ text }) => text), tickText(scale.high)].map(labelWidth));
  const right = Math.round(width - Math.min(Math.max(minAxisWidth, widest + axisPadding), width / 2));
  if (!(right > labelInset)) return null;
  const toX = linearScale([first[0], last[0]], [0, right]);
  const level = placed.find(({ kind, dock }) => kind === 'alert' && dock === null);
  return {
    ...{ width, right, ticks, tags },
    line: linePath(thinPoints(prices, Math.min(right, maxPoints)), toX, scale.toY),
    variant: changeVariant(rangeChange(prices)),
    times: timeTicks(first[0], last[0], right, zone).map(({ instant, label }) => ({
      x: toX(instant),
      label,
    })),
    crossings: firedAt
      .filter((at) => at >= first[0] && at <= last[0])
      .map((at) => ({ x: toX(at), y: level?.y ?? scale.toY(priceAt(prices, at)) })),
  };
}

/** A scale for the prices and a threshold near them, with both placed on it. */
function layOutScale(prices: readonly PricePoint[], threshold: number | null) {
  const { low, high } = valueExtent(prices.map(([, price]) => price))!;
  const span = (high - low || high) * maxDistance;
  const isNear = threshold !== null && threshold >= low - span && threshold <= high + span;
  const [bottom, top] = isNear ? [Math.min(low, threshold), Math.max(high, threshold)] : [low, high];
  const docked = threshold === null || isNear ? 0 : dockHeight(1);
  const isAbove = threshold !== null && threshold > high;
  const height = sizes.plot;
  const scale = createPriceScale(
    [{ price: top, padding: inset + (isAbove ? docked : 0) }],
    [{ price: bottom, padding: inset + (isAbove ? 0 : docked) }],
    { height, isLog: false },
  );
  const marks: ScaleMark[] = [
    { key: 'now', kind: 'price', price: prices.at(-1)![1], name: '', note: '' },
    ...(threshold === null
      ? []
      : [{ key: 'alert', kind: 'alert' as const, price: threshold, name: '', note: '' }]),
  ];
  return { scale, placed: placeMarks(marks, { toY: scale.toY, height }) };
}

function priceAt(prices: readonly PricePoint[], at: Instant): number {
  return (prices.findLast(([time]) => time <= at) ?? prices[0]!)[1];
}
