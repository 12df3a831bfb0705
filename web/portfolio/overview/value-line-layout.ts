import type { ValueLine } from '#contract/ledger/returns.ts';
import { type ChartUnit, labelWidth, unitFormat } from '#web/market/chart/chart-labels.ts';
import { linearScale, valueExtent } from '#web/market/chart/chart-scale.ts';
import {
  type PriceTick,
  priceStep,
  priceTicks,
  type TimeTick,
  timeTicks,
} from '#web/market/chart/chart-ticks.ts';

type Day = ValueLine['points'][number];

/** A day's position in the drawing. `y` is null if the day's value is not known. */
export interface LinePoint {
  readonly instant: number;
  readonly day: Day;
  readonly x: number;
  readonly y: number | null;
}

export interface ValueLineLayout {
  readonly width: number;
  readonly height: number;
  /** Right edge of the plot, where the price labels start. `bottom` is its lower edge. In px. */
  readonly right: number;
  readonly bottom: number;
  readonly points: readonly LinePoint[];
  /** SVG paths: the value, the tint below it, the money put in (steps), the same money in bitcoin. */
  readonly value: string;
  readonly area: string;
  readonly invested: string;
  readonly bitcoin: string;
  readonly variant: ReturnType<typeof lineVariant>;
  readonly ticks: readonly PriceTick[];
  readonly y: (value: number) => number;
  readonly tickText: (value: number) => string;
  readonly timeTicks: readonly TimeTick[];
  readonly last: { readonly y: number; readonly text: string } | null;
}

const top = 12;
const timeAxisHeight = 26;
const axisPadding = 24;
const minAxisWidth = 76;
/** Maximum number of points drawn, about what the pixels can show. */
const maxPoints = 500;

const toNumber = (text: string | null) => (text === null ? null : Number(text));

/** The days' figures as percentages of the first value above zero, so that they can be drawn with amounts hidden. */
export function toPercentages(days: readonly Day[]): readonly Day[] {
  const base = days.map(({ value }) => Number(value)).find((value) => value > 0);
  const percent = (text: string | null) =>
    text === null || base === undefined ? null : String((Number(text) / base) * 100);
  return days.map(({ day, value, invested, bitcoin }) => ({
    day,
    value: percent(value),
    invested: percent(invested),
    bitcoin: percent(bitcoin),
  }));
}

/** Whether a line ends below its first known value, which makes it red. */
export function lineVariant(days: readonly Day[]): 'default' | 'destructive' {
  const known = days.filter(({ value }) => value !== null);
  return Number(known.at(-1)?.value) < Number(known[0]?.value) ? 'destructive' : 'default';
}

/** Lays out a portfolio's value in a box of `width` × `height` px. Null if no day has a value. */
export function layOutValueLine(
  days: readonly Day[],
  width: number,
  height: number,
  unit?: ChartUnit,
): ValueLineLayout | null {
  const shown = thin(days);
  const numbers = shown.flatMap(({ value, invested, bitcoin }) =>
    [value, invested, bitcoin].flatMap((text) => toNumber(text) ?? []),
  );
  const extent = valueExtent(numbers);
  const first = shown[0];
  const lastDay = shown.at(-1);
  if (!extent || !first || !lastDay || width <= 0 || !shown.some(({ value }) => value !== null)) return null;
  const bottom = height - timeAxisHeight;
  const room = (extent.high - extent.low || Math.abs(extent.high) || 1) * 0.06;
  // If the values come near zero, the axis starts at zero; otherwise their range fills the plot.
  const low = extent.low >= 0 && extent.low < extent.high * 0.4 ? 0 : extent.low - room;
  const high = extent.high + room;
  // A portfolio that owes coins is worth less than nothing.
  const min = extent.low < 0 ? low : 0;
  const step = priceStep(Math.max(min, low), high, 4);
  const { onAxis } = unitFormat(unit);
  const largest = Math.max(high, -low);
  const tickText = onAxis(largest, step);
  const ticks = priceTicks(low, high, step, min);
  const lastValue = toNumber(shown.findLast(({ value }) => value !== null)?.value ?? null) ?? 0;
  const lastText = onAxis(largest, step / 10)(lastValue);
  const widest = Math.max(
    labelWidth(tickText(extent.high)),
    labelWidth(lastText),
    ...ticks.map(({ value }) => labelWidth(tickText(value))),
  );
  const right = Math.round(width - Math.min(Math.max(minAxisWidth, widest + axisPadding), width * 0.5));
  const [from, to] = [Date.parse(first.day), Date.parse(lastDay.day)];
  const x = to > from ? linearScale([from, to], [0, right]) : () => right;
  const y = linearScale([low, high], [bottom, top]);
  const points = shown.map((day) => {
    const value = toNumber(day.value);
    const instant = Date.parse(day.day);
    return { instant, day, x: x(instant), y: value === null ? null : y(value) };
  });
  const value = pathOf(points.map((point) => [point.x, point.y]));
  const known = points.filter((point) => point.y !== null);
  const current = known.at(-1);
  return {
    width,
    height,
    right,
    bottom,
    points,
    value,
    area:
      known.length > 1
        ? `${pathOf(known.map((point) => [point.x, point.y]))}L${known.at(-1)!.x.toFixed(1)} ${bottom}L${known[0]!.x.toFixed(1)} ${bottom}Z`
        : '',
    invested: stepsOf(points, y),
    bitcoin: pathOf(points.map((point) => [point.x, mapKnown(point.day.bitcoin, y)])),
    variant: lineVariant(days),
    ticks,
    y,
    tickText,
    timeTicks: timeTicks(from, Math.max(to, from + 1), right, 'utc'),
    last: current?.y == null ? null : { y: current.y, text: lastText },
  };
}

const mapKnown = (text: string | null, scale: (value: number) => number) =>
  text === null ? null : scale(Number(text));

/** A line with gaps at null points. */
function pathOf(points: readonly (readonly [number, number | null])[]): string {
  let isOpen = false;
  let path = '';
  for (const [x, y] of points) {
    if (y !== null) path += `${isOpen ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
    isOpen = y !== null;
  }
  return path;
}

/** The money put in, as steps: it stays the same until a day changes it. */
function stepsOf(points: readonly LinePoint[], y: (value: number) => number): string {
  let before: number | null = null;
  let path = '';
  for (const { x, day } of points) {
    const height = mapKnown(day.invested, y);
    if (height !== null)
      path +=
        before === null ? `M${x.toFixed(1)} ${height.toFixed(1)}` : `H${x.toFixed(1)}V${height.toFixed(1)}`;
    before = height;
  }
  return path;
}

/** Thins the days to at most about `maxPoints`: every n-th one and the last. */
function thin(days: readonly Day[]): readonly Day[] {
  if (days.length <= maxPoints) return days;
  const every = Math.ceil(days.length / maxPoints);
  return days.filter((_, index) => index % every === 0 || index === days.length - 1);
}
