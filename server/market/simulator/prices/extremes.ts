import type { Instant } from '#contract/units.ts';
import type { SimulatedCoin } from '../coins/simulated-coins.ts';
import { dailySwing, marketStart, type PricePath } from './price-path.ts';

/** The highest or lowest price ever. */
export interface Extreme {
  readonly price: number;
  readonly at: Instant;
}

export interface Extremes {
  readonly high: Extreme;
  readonly low: Extreme;
}

const day = 86_400;
/** Grids of the search in seconds, coarse to fine; prices do not change within a second. */
const steps = [day, 21_600, 3_600, 900, 300, 75, 15, 5, 1];

interface Best {
  second: number;
  value: number;
}

interface Search {
  /** The value to maximize: the logarithm of the price, or its negative for the lowest. */
  valueAt(second: number): number;
  /** The deviation of prices within a step of the grid. */
  stray(step: number): number;
}

interface Cell {
  readonly start: number;
  readonly end: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Whether a walk between the cell's two ends may have reached `value`: a Brownian bridge of deviation s does so
 * with the probability exp(-2 (value - low) (value - high) / s²).
 */
function canReach(cell: Cell, value: number, stray: number): boolean {
  return cell.end - cell.start > 1 && (value - cell.low) * (value - cell.high) < stray * stray;
}

/** Searches a grid, then only between the neighbours that may hide a better value than the best so far. */
function searchSpan(search: Search, from: number, to: number, best: Best, level = 0): void {
  const step = steps[level]!;
  const cells: Cell[] = [];
  let previous = { second: from, value: search.valueAt(from) };
  if (previous.value > best.value) Object.assign(best, previous);
  while (previous.second < to) {
    const second = Math.min(to, (Math.floor(previous.second / step) + 1) * step);
    const value = search.valueAt(second);
    if (value > best.value) Object.assign(best, { second, value });
    const [low, high] = value < previous.value ? [value, previous.value] : [previous.value, value];
    cells.push({ start: previous.second, end: second, low, high });
    previous = { second, value };
  }
  if (level + 1 >= steps.length) return;
  const stray = search.stray(step);
  const open = cells.filter((cell) => canReach(cell, best.value, stray)).sort((a, b) => b.high - a.high);
  for (const cell of open) {
    if (canReach(cell, best.value, stray)) searchSpan(search, cell.start, cell.end, best, level + 1);
  }
}

interface Known {
  high: Best;
  low: Best;
  /** Searched from the market's start to here, in seconds: the start of a day. */
  through: number;
}

/**
 * All-time highs and lows to the second, so that no shown price lies beyond them. Whole days are searched once and
 * remembered: the first call for a coin takes milliseconds, later ones microseconds.
 */
export function createExtremes(path: PricePath): (coin: SimulatedCoin, now: number) => Extremes {
  const knownByCoin = new Map<SimulatedCoin, Known>();

  function extend(coin: SimulatedCoin, known: Known, to: number): Known {
    const logs = new Map<number, number>();
    const logAt = (second: number) => {
      const known = logs.get(second);
      if (known !== undefined) return known;
      const value = Math.log(path.priceAt(coin, second * 1000));
      logs.set(second, value);
      return value;
    };
    const swing = 4 * dailySwing(coin);
    // The fastest wave takes 9 seconds: on the finest grids the walk is nearly straight.
    const stray = (step: number) =>
      swing * Math.sqrt(step / day) * (step <= 15 ? 0.35 : step <= 300 ? 0.7 : 1);
    const high = { ...known.high };
    const low = { ...known.low };
    searchSpan({ valueAt: logAt, stray }, known.through, to, high);
    searchSpan({ valueAt: (second) => -logAt(second), stray }, known.through, to, low);
    return { high, low, through: to };
  }

  return (coin, now) => {
    const second = Math.floor(now / 1000);
    const today = second - (second % day);
    const start = marketStart / 1000;
    const unknown = { second: start, value: Number.NEGATIVE_INFINITY };
    let known = knownByCoin.get(coin);
    if (!known || known.through > today) known = { high: unknown, low: unknown, through: start };
    if (known.through < today) known = extend(coin, known, today);
    knownByCoin.set(coin, known);
    const { high, low } = extend(coin, known, second);
    const extremeOf = (best: Best) => ({
      price: path.priceAt(coin, best.second * 1000),
      at: best.second * 1000,
    });
    return { high: extremeOf(high), low: extremeOf(low) };
  };
}
