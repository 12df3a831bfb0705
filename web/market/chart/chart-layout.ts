import type { Candle, PricePoint } from '#contract/market.ts';
import { type ChangeVariant, changeVariant } from '#web/lib/formats.ts';
import { type ChartUnit, labelWidth, unitFormat } from './chart-labels.ts';
import { joinCandles, thinPoints, volumeBars } from './chart-path.ts';
import { linearScale, priceDomain, valueExtent } from './chart-scale.ts';
import { type PriceTick, priceStep, priceTicks, type TimeTick, timeTicks } from './chart-ticks.ts';
import type { Zone } from './chart-time.ts';

export interface ChartData {
  /** Oldest first; at least one. If there are candles, their closes. */
  readonly points: readonly PricePoint[];
  readonly candles?: readonly Candle[] | undefined;
  readonly volumes?: readonly PricePoint[];
  /** US dollars by default. */
  readonly unit?: ChartUnit | undefined;
}

/** A label on the price axis or the time axis. Offsets in px. */
export interface ChartMark {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** The layout of a chart, in px from its top left corner. */
export interface ChartLayout {
  readonly width: number;
  readonly height: number;
  /** The plot's right edge, where the price axis starts. */
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly x: (instant: number) => number;
  readonly y: (price: number) => number;
  /** The direction of the change over the range; `none` if that rounds to zero. */
  readonly variant: ChangeVariant;
  /** The points of the line, thinned if there are more than the pixels can show. */
  readonly points: readonly PricePoint[];
  readonly candles: readonly Candle[];
  readonly candleWidth: number;
  /** The middle of a candle, by its index. Candles are evenly spaced; the newest has a full slot even before it closes. */
  readonly candleX: (index: number) => number;
  readonly bars: readonly { x: number; y: number; width: number; height: number }[];
  readonly priceTicks: readonly PriceTick[];
  readonly timeTicks: readonly TimeTick[];
  readonly last: ChartMark;
  readonly high: ChartMark | null;
  readonly low: ChartMark | null;
  readonly tickText: (price: number) => string;
  /** One digit finer than the price axis's ticks. */
  readonly readoutText: (price: number) => string;
  /** With all its digits. */
  readonly priceText: (price: number) => string;
}

/** Below this width the chart uses the phone layout. */
export const narrowBelow = 500;
/** Height of the band at the plot's top that is reserved for the tooltip. */
const tooltipBand = 56;
const plotTop = 14;
/** Space below the lowest price, for its mark. */
const markRoom = 22;
/** Below this height the chart uses the card layout: a low tooltip band, no marks, three prices on the price axis. */
const cardBelow = 180;
const cardBand = 28;
const cardRoom = 6;
const timeAxisHeight = 26;
/** Below this height the price axis shows four prices, otherwise five. */
const lowPlot = 240;
/** Total space between the price axis's line and its labels, and between the labels and the edge. */
const axisPadding = 24;
const maxPoints = 400;
const smallestCandlePitch = 4;

/** The change from the first to the last price in percent; null if there is nothing to compare. */
export function rangeChange(points: readonly PricePoint[]): number | null {
  const first = points[0]?.[1];
  const last = points.at(-1)?.[1];
  if (points.length < 2 || !first || last === undefined) return null;
  return (last / first - 1) * 100;
}

/** Lays a chart out in a box of that size in px. Null if there is nothing to draw. */
export function layOutChart(data: ChartData, width: number, height: number, zone: Zone): ChartLayout | null {
  const values = data.candles?.length
    ? data.candles.flatMap(([, , high, low]) => [high, low])
    : data.points.map(([, price]) => price);
  const extent = valueExtent(values);
  const lastPoint = data.points.at(-1);
  if (!extent || !lastPoint || !(width > 0)) return null;
  const unit = unitFormat(data.unit);
  const bottom = height - timeAxisHeight;
  const barsHeight = data.volumes?.length ? Math.max(18, (bottom - plotTop) * 0.08) : 0;
  const isOnCard = height < cardBelow;
  const axis = layOutPriceAxis(
    extent,
    bottom,
    bottom - barsHeight - (isOnCard ? cardRoom : markRoom),
    unit.onAxis,
  );
  const axisWidth = Math.max(width < narrowBelow ? 76 : 82, axis.widest + axisPadding);
  const right = Math.round(width - Math.min(axisWidth, width * 0.66));
  const [from, to] = timeDomain(data);
  const x = linearScale([from, to], [0, right]);
  const candles = joinCandles(data.candles ?? [], Math.floor(right / smallestCandlePitch));
  const { y, ticks, tickText, readoutText } = axis;
  return {
    width,
    height,
    right,
    top: plotTop,
    bottom,
    x,
    y,
    variant: changeVariant(rangeChange(data.points)),
    points: thinPoints(data.points, maxPoints),
    candles,
    candleWidth: Math.min(12, Math.max(1, Math.floor((right / Math.max(1, candles.length)) * 0.64))),
    candleX: (index) => ((index + 0.5) / candles.length) * right,
    bars: layOutBars(data.volumes ?? [], { from, to, right, bottom, barsHeight, x }),
    priceTicks: ticks,
    timeTicks: timeTicks(from, to, right, zone),
    last: { x: right, y: y(lastPoint[1]), text: readoutText(lastPoint[1]) },
    ...(isOnCard
      ? { high: null, low: null }
      : layOutExtremes(data, extent, { right, x, y, text: readoutText })),
    tickText,
    readoutText,
    priceText: unit.write,
  };
}

/** The price axis: scale, ticks, price format, and the width of the widest label. */
function layOutPriceAxis(
  extent: { low: number; high: number; isFlat: boolean },
  bottom: number,
  lowY: number,
  onAxis: (top: number, step: number) => (value: number) => string,
) {
  const isOnCard = bottom + timeAxisHeight < cardBelow;
  const highY = isOnCard ? cardBand : tooltipBand;
  const [low, high] = priceDomain(extent, { top: plotTop, highY, lowY, bottom });
  const step = priceStep(Math.max(0, low), high, isOnCard ? 3 : bottom < lowPlot ? 4 : 5);
  const ticks = priceTicks(low, high, step);
  const tickText = onAxis(high, step);
  const readoutText = onAxis(high, step / 10);
  const widest = Math.max(
    labelWidth(readoutText(extent.high)),
    labelWidth(readoutText(extent.low)),
    ...ticks.map(({ value }) => labelWidth(tickText(value))),
  );
  return { y: linearScale([low, high], [bottom, plotTop]), ticks, tickText, readoutText, widest };
}

/** Candles carry their closing time: the first opened one interval earlier, and the last may not have closed. */
function timeDomain({ points, candles }: ChartData): [from: number, to: number] {
  const last = points.at(-1)![0];
  const [first, second] = candles ?? [];
  if (!candles || !first || !second) return [points[0]![0], last];
  const interval = second[0] - first[0];
  const from = first[0] - interval;
  return [from, Math.max(last, from + candles.length * interval)];
}

function layOutBars(
  volumes: readonly PricePoint[],
  plot: {
    from: number;
    to: number;
    right: number;
    bottom: number;
    barsHeight: number;
    x: (at: number) => number;
  },
): ChartLayout['bars'] {
  const bars = volumeBars(
    volumes,
    plot.from,
    plot.to,
    Math.min(volumes.length, Math.floor(plot.right / 6), 90),
  );
  const highest = Math.max(...bars.map(({ value }) => value));
  if (!(highest > 0)) return [];
  return bars.map((bar) => {
    const height = (bar.value / highest) * plot.barsHeight;
    const left = plot.x(bar.from) + 0.5;
    return { x: left, y: plot.bottom - height, width: Math.max(0.5, plot.x(bar.to) - 0.5 - left), height };
  });
}

function layOutExtremes(
  { points, candles }: ChartData,
  extent: { low: number; high: number; isFlat: boolean },
  plot: { right: number; x: (at: number) => number; y: (v: number) => number; text: (v: number) => string },
): Pick<ChartLayout, 'high' | 'low'> {
  if (extent.isFlat) return { high: null, low: null };
  const mark = (name: string, price: number, at: number, offset: number): ChartMark | null => {
    const text = `${name} ${plot.text(price)}`;
    const half = labelWidth(text) / 2;
    if (half * 2 > plot.right) return null;
    return { x: Math.min(Math.max(plot.x(at), half), plot.right - half), y: plot.y(price) + offset, text };
  };
  const highs: readonly PricePoint[] = candles?.length ? candles.map(([at, , high]) => [at, high]) : points;
  const lows: readonly PricePoint[] = candles?.length ? candles.map(([at, , , low]) => [at, low]) : points;
  const highAt = highs.find(([, price]) => price === extent.high)![0];
  const lowAt = lows.find(([, price]) => price === extent.low)![0];
  return { high: mark('High', extent.high, highAt, -9), low: mark('Low', extent.low, lowAt, 18) };
}
