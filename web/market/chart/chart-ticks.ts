import { labelWidth } from './chart-labels.ts';
import { clockText, dayText, instantAt, monthName, type Zone, zonedTime } from './chart-time.ts';

/** The step, 1, 2, 2.5 or 5 times a power of ten, that divides the span into about `count` parts. */
export function priceStep(low: number, high: number, count: number): number {
  const raw = (high - low) / count;
  const magnitude = 10 ** Math.floor(Math.log10(raw));
  const ratio = raw / magnitude;
  const nice = ratio < 1.5 ? 1 : ratio < 2.25 ? 2 : ratio < 3.5 ? 2.5 : ratio < 7.5 ? 5 : 10;
  return nice * magnitude;
}

export interface PriceTick {
  readonly value: number;
  readonly isMajor: boolean;
}

/**
 * Multiples of the step within the span, with five minor ones to each major. No tick is below `min`, by default
 * zero, because no price is negative.
 */
export function priceTicks(low: number, high: number, step: number, min = 0): PriceTick[] {
  const minor = step / 5;
  const first = Math.ceil(Math.max(min, low) / minor - 1e-6);
  const last = Math.floor(high / minor + 1e-6);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => ({
    value: (first + offset) * minor,
    isMajor: (first + offset) % 5 === 0,
  }));
}

export interface TimeTick {
  readonly instant: number;
  readonly label: string;
}
type Unit = 'minute' | 'day' | 'month';

/** Maximum number of labels under a chart, at any width. */
const maxTimeTicks = 7;
const labelGap = 10;
/** How far a label may extend past the plot's left edge, into the card's padding. */
const overhang = 10;
const unitMs: Record<Unit, number> = { minute: 60_000, day: 86_400_000, month: 30.44 * 86_400_000 };
const ladder: readonly (readonly [Unit, number])[] = [
  ...[1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 480, 720].map((size) => ['minute', size] as const),
  ...[1, 2, 3, 5, 7, 10, 12, 14].map((size) => ['day', size] as const),
  ...[1, 2, 3, 4, 6, 12, 24, 60, 120].map((size) => ['month', size] as const),
];

/** The instants after `from` at which this unit is a multiple of `size`, in that time zone. */
function* roundInstants(unit: Unit, size: number, from: number, zone: Zone): Generator<number> {
  const start = zonedTime(from, zone);
  if (unit === 'month') {
    for (let month = start.year * 12 + start.month; ; month++) {
      if (month % size === 0) yield instantAt(zone, Math.floor(month / 12), month % 12);
    }
  }
  for (let day = start.day; ; day++) {
    if (unit === 'minute') {
      // Counts minutes of the day instead of adding hours, so that labels stay round across a clock change.
      for (let minutes = 0; minutes < 1440; minutes += size)
        yield instantAt(zone, start.year, start.month, day, minutes);
    } else if ((Date.UTC(start.year, start.month, day) / unitMs.day) % size === 0) {
      yield instantAt(zone, start.year, start.month, day);
    }
  }
}

function tickLabel(unit: Unit, instant: number, zone: Zone): string {
  const time = zonedTime(instant, zone);
  if (unit === 'month') return time.month === 0 ? String(time.year) : monthName(time.month);
  if (unit === 'minute' && (time.hour !== 0 || time.minute !== 0)) return clockText(time);
  return dayText(time);
}

function ticksOf(unit: Unit, size: number, from: number, to: number, zone: Zone): TimeTick[] {
  const ticks: TimeTick[] = [];
  let previous = from - 1;
  for (const instant of roundInstants(unit, size, from, zone)) {
    if (instant > to) break;
    if (instant > previous) {
      ticks.push({ instant, label: tickLabel(unit, instant, zone) });
      previous = instant;
    }
  }
  return ticks;
}

/**
 * Round instants between `from` and `to` (ms) with their labels: as many as fit into `width` px without touching, at
 * most seven. Omits labels that extend far past the left edge. Past the right edge, the price axis leaves room.
 */
export function timeTicks(from: number, to: number, width: number, zone: Zone): TimeTick[] {
  if (!(to > from) || !(width > 0)) return [];
  const x = (instant: number) => ((instant - from) / (to - from)) * width;
  for (const [unit, size] of ladder) {
    if ((to - from) / (unitMs[unit] * size) > maxTimeTicks + 2) continue;
    const ticks = ticksOf(unit, size, from, to, zone).filter(
      ({ instant, label }) => x(instant) >= labelWidth(label) / 2 - overhang,
    );
    const isRoomy = ticks.every((tick, index) => {
      const previous = ticks[index - 1];
      if (!previous) return true;
      const needed = (labelWidth(previous.label) + labelWidth(tick.label)) / 2 + labelGap;
      return x(tick.instant) - x(previous.instant) >= needed;
    });
    if (ticks.length <= maxTimeTicks && isRoomy) return ticks;
  }
  return [];
}
