import type { Candle, PricePoint } from '#contract/market.ts';
import { type ChangeVariant, changeVariant, formatPercent } from '#web/lib/formats.ts';
import { type Currency, isWide } from '#web/lib/money/currency.ts';
import { axisPriceFormat, labelWidth } from '../chart/chart-labels.ts';
import { rangeChange } from '../chart/chart-layout.ts';
import { joinCandles, thinPoints, volumeBars } from '../chart/chart-path.ts';
import { linearScale, nearestIndex, valueExtent } from '../chart/chart-scale.ts';
import { type PriceTick, priceStep, type TimeTick, timeTicks } from '../chart/chart-ticks.ts';
import type { Zone } from '../chart/chart-time.ts';
import { createPriceScale, type PriceScale, scaleTicks } from './scale/price-scale.ts';
import { dockHeight, listDocked, type PlacedMark, placeMarks, type ScaleMark } from './scale/scale-marks.ts';
import { candleWidth } from './start-at-change.ts';
import type { TimeWindow } from './time-window.ts';

/** What the coin's chart shows. */
export interface CoinChartData {
  /** Oldest first, including points outside the window. */
  readonly points: readonly PricePoint[];
  readonly candles: readonly Candle[];
  readonly volumes: readonly PricePoint[];
  /** Further lines, rescaled to prices of this coin. */
  readonly lines: readonly (readonly PricePoint[])[];
  readonly marks: readonly ScaleMark[];
  readonly dayRange: { readonly low: number; readonly high: number } | null;
  /** The currency of all prices and volumes. */
  readonly currency: Currency;
}

/** How the chart shows its data. Width and height are in px. */
export interface CoinChartSettings {
  readonly width: number;
  readonly height: number;
  readonly window: TimeWindow;
  readonly isLog: boolean;
  readonly hasRsi: boolean;
  /** The price axis shows percent relative to this price; null: it shows prices. */
  readonly percentFrom: number | null;
  readonly zone: Zone;
}

/** A candle and its position. */
export interface PlacedCandle {
  readonly candle: Candle;
  readonly x: number;
}

/** The layout of the chart, in px from its top left corner. */
export interface CoinChartLayout {
  readonly width: number;
  readonly height: number;
  readonly isNarrow: boolean;
  /** The plot's right edge, where the price axis starts. */
  readonly right: number;
  readonly plotBottom: number;
  readonly volumeBottom: number;
  readonly axisTop: number;
  readonly window: TimeWindow;
  readonly scale: PriceScale;
  readonly toX: (instant: number) => number;
  readonly toInstant: (x: number) => number;
  readonly variant: ChangeVariant;
  /** The points in the window. */
  readonly visible: readonly PricePoint[];
  /** The line, at most one point per pixel, including one neighbour on each side of the window. */
  readonly line: readonly PricePoint[];
  readonly candles: readonly PlacedCandle[];
  readonly bodyWidth: number;
  readonly bars: readonly { x: number; width: number; height: number }[];
  readonly priceTicks: readonly PriceTick[];
  readonly timeTicks: readonly TimeTick[];
  readonly marks: readonly PlacedMark[];
  readonly dayBar: { readonly top: number; readonly bottom: number } | null;
  readonly currency: Currency;
  readonly tickText: (price: number) => string;
  readonly readoutText: (price: number) => string;
}

/** Widths and heights in px. */
export const sizes = {
  narrowBelow: 600,
  axis: 112,
  narrowAxis: 86,
  volume: 48,
  times: 24,
  rsi: 72,
} as const;

/** Space for the crosshair's note above the data. Marks may enter it. */
const noteBand = 52;
const bottomRoom = 20;
const markRoom = 16;
/** Marks outside the data by up to this share of its span widen the scale; those farther away dock. */
const reach = 0.35;
const minCandlePitch = 4;
const maxBody = 16;
const minBarPitch = 4;
/** With more points, nobody could tell them apart, and each frame of a pan would take longer to draw. */
const maxPoints = 500;

/** The extra axis width in px, compared to dollars, for a currency code and eight decimals. */
function extraAxisWidth(currency: Currency): number {
  return Math.round(labelWidth(currency.symbol) - labelWidth('$')) + (isWide(currency) ? 20 : 0);
}

/** Space in px beside a label of the price axis, and in front of it for the readout's arrow. */
const labelSpace = 20;

/** Lays the chart out in px. Null if there is nothing to draw. */
export function layOutCoinChart(data: CoinChartData, settings: CoinChartSettings): CoinChartLayout | null {
  const designed = settings.width < sizes.narrowBelow ? sizes.narrowAxis : sizes.axis;
  const axis = designed + extraAxisWidth(data.currency);
  const layout = layOutWithAxis(data, settings, axis);
  if (!layout) return null;
  // Prices of many decimals are wider than the axis of a phone.
  const widest = Math.ceil(labelSpace + labelWidth(layout.readoutText(layout.scale.high)));
  return widest > axis ? (layOutWithAxis(data, settings, widest) ?? layout) : layout;
}

/** The layout with a price axis of that width in px. */
function layOutWithAxis(
  data: CoinChartData,
  settings: CoinChartSettings,
  axis: number,
): CoinChartLayout | null {
  const { width, height, window, isLog, hasRsi, percentFrom, zone } = settings;
  const isNarrow = width < sizes.narrowBelow;
  const right = Math.round(width) - axis;
  const axisTop = height - sizes.times;
  const volumeBottom = axisTop - (hasRsi ? sizes.rsi : 0);
  const plotBottom = volumeBottom - sizes.volume;
  if (right <= 0 || plotBottom <= 0 || !(window.to > window.from)) return null;
  const toX = linearScale([window.from, window.to], [0, right]);
  const visible = pointsWithin(data.points, window, 0);
  const shown = layOutCandles(data.candles, window, toX, right);
  const lines = data.lines.map((line) => pointsWithin(line, window, 0));
  const values = shown.candles.length
    ? shown.candles.flatMap(({ candle: [, , high, low] }) => [high, low])
    : visible.map(([, price]) => price);
  const extent = roomyExtent([...values, ...lines.flatMap((line) => line.map(([, price]) => price))]);
  if (!extent || visible.length === 0) return null;
  const marks = fitMarks(data, extent, { height: plotBottom, isLog, isNarrow });
  const { scale } = marks;
  const step = isLog ? (scale.high - scale.low) / 25 : priceStep(Math.max(0, scale.low), scale.high, 5);
  return {
    width,
    height,
    isNarrow,
    right,
    plotBottom,
    volumeBottom,
    axisTop,
    window,
    scale,
    toX,
    toInstant: linearScale([0, right], [window.from, window.to]),
    variant: changeVariant(rangeChange(visible)),
    visible,
    line: thinPoints(pointsWithin(data.points, window, 1), Math.min(right, maxPoints)),
    candles: shown.candles,
    bodyWidth: shown.bodyWidth,
    bars: layOutBars(data.volumes, window, toX, right),
    priceTicks: scaleTicks(scale, plotBottom < 360 ? 4 : 5, percentFrom),
    timeTicks: timeTicks(window.from, window.to, right, zone),
    marks: marks.placed,
    dayBar: layOutDayBar(data.dayRange, scale, plotBottom),
    currency: data.currency,
    tickText:
      percentFrom === null
        ? axisPriceFormat(scale.high, roundStep(step), data.currency)
        : (price) => formatPercent((price / percentFrom - 1) * 100),
    readoutText: axisPriceFormat(scale.high, roundStep(step) / 10, data.currency),
  };
}

/** The lowest and highest value; widened by 1% on each side if they are practically equal. */
function roomyExtent(values: readonly number[]): { low: number; high: number } | null {
  const extent = valueExtent(values);
  if (!extent?.isFlat) return extent;
  return { low: extent.low * 0.99, high: extent.high * 1.01 };
}

const roundStep = (step: number) => 10 ** Math.floor(Math.log10(step));

/** The points in a window, with this many `neighbours` on each side. */
export function pointsWithin(
  points: readonly PricePoint[],
  { from, to }: TimeWindow,
  neighbours: number,
): readonly PricePoint[] {
  const at = ([instant]: PricePoint) => instant;
  let first = Math.max(0, nearestIndex(points, at, from));
  let last = nearestIndex(points, at, to);
  while (first < points.length && points[first]![0] < from) first++;
  while (last >= 0 && points[last]![0] > to) last--;
  return points.slice(Math.max(0, first - neighbours), last + 1 + neighbours);
}

function layOutCandles(
  candles: readonly Candle[],
  { from, to }: TimeWindow,
  toX: (at: number) => number,
  right: number,
): Pick<CoinChartLayout, 'candles' | 'bodyWidth'> {
  const span = candleWidth(candles);
  if (span === null) return { candles: [], bodyWidth: 0 };
  const inside = candles.filter(([closedAt]) => closedAt > from && closedAt - span < to);
  const joined = joinCandles(inside, Math.floor(right / minCandlePitch));
  const pitch = span * Math.max(1, Math.round(inside.length / Math.max(1, joined.length)));
  const placed = joined.map((candle, index) => {
    const openedAt = joined[index - 1]?.[0] ?? candle[0] - pitch;
    return { candle, x: toX((openedAt + candle[0]) / 2) };
  });
  return {
    candles: placed,
    bodyWidth: Math.max(1, Math.min(maxBody, Math.floor((toX(from + pitch) - toX(from)) * 0.66))),
  };
}

/** Chooses a scale for the data and the marks near it, and places all marks on it. */
function fitMarks(
  { marks, dayRange }: CoinChartData,
  { low, high }: { low: number; high: number },
  { height, isLog, isNarrow }: { height: number; isLog: boolean; isNarrow: boolean },
): { scale: PriceScale; placed: PlacedMark[] } {
  const ratio = isLog ? (high / low) ** reach : 1;
  const span = (high - low) * reach;
  const floor = isLog ? low / ratio : low - span;
  const ceiling = isLog ? high * ratio : high + span;
  const isNear = (price: number) => price >= floor && price <= ceiling && price > 0;
  const saved = marks.map((mark) => ({ ...mark, price: mark.savedPrice ?? mark.price }));
  const near = [
    ...saved.filter(({ kind }) => kind !== 'price').map(({ price }) => price),
    ...(dayRange ? [dayRange.low, dayRange.high] : []),
  ].filter(isNear);
  const scaleFor = (above: number, below: number) =>
    createPriceScale(
      [
        { price: high, padding: noteBand + above },
        ...near.map((price) => ({ price, padding: markRoom + above })),
      ],
      [
        { price: low, padding: bottomRoom + below },
        ...near.map((price) => ({ price, padding: markRoom + below })),
      ],
      { height, isLog },
    );
  const rough = scaleFor(0, 0);
  const { above, below } = listDocked(listShown(saved, rough, isNarrow), { toY: rough.toY, height });
  const scale = scaleFor(dockHeight(above.length), dockHeight(below.length));
  return { scale, placed: placeMarks(listShown(marks, scale, isNarrow), { toY: scale.toY, height }) };
}

/** On a phone, only the current price and the cost dock. */
function listShown(marks: readonly ScaleMark[], { low, high }: PriceScale, isNarrow: boolean) {
  if (!isNarrow) return marks;
  return marks.filter(
    ({ kind, price }) => kind === 'cost' || kind === 'price' || (price >= low && price <= high),
  );
}

function layOutDayBar(
  range: CoinChartData['dayRange'],
  { toY }: PriceScale,
  height: number,
): CoinChartLayout['dayBar'] {
  if (!range) return null;
  const top = Math.max(0, toY(range.high));
  const bottom = Math.min(height, toY(range.low));
  return bottom > top ? { top, bottom } : null;
}

/** One bar per point if there is room, otherwise the means of equal stretches of time. */
function layOutBars(
  volumes: readonly PricePoint[],
  { from, to }: TimeWindow,
  toX: (at: number) => number,
  right: number,
): CoinChartLayout['bars'] {
  const inside = pointsWithin(volumes, { from, to }, 0);
  const most = Math.max(1, Math.floor(right / minBarPitch));
  const slot = (to - from) / Math.max(1, inside.length);
  const bars =
    inside.length <= most
      ? inside.map(([at, value]) => ({ from: at - slot / 2, to: at + slot / 2, value }))
      : volumeBars(inside, from, to, most);
  const highest = Math.max(...bars.map(({ value }) => value));
  if (!(highest > 0)) return [];
  return bars.map((bar) => {
    const pitch = toX(bar.to) - toX(bar.from);
    const left = Math.max(0, toX(bar.from) + pitch * 0.16);
    const end = Math.min(right, toX(bar.to) - pitch * 0.16);
    return {
      x: left,
      width: Math.max(0.5, end - left),
      height: (bar.value / highest) * (sizes.volume - 2),
    };
  });
}
