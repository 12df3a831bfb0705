import type { SimulatedCoin } from './coins.ts';
import { dailySwing, marketStart, type PricePath } from './price-path.ts';

/** The highest or lowest price ever, and when (ms). */
export interface Extreme {
  readonly price: number;
  readonly at: number;
}

export interface Extremes {
  readonly high: Extreme;
  readonly low: Extreme;
}

const day = 86_400;
/** Grids of the search in seconds, coarse to fine; prices do not change within a second. */
const steps = [day, 3_600, 300, 20, 1];

interface Best {
  second: number;
  value: number;
}

interface Search {
  /** What to make as great as possible: the logarithm of the price, or its negative for the lowest. */
  valueAt(second: number): number;
  /** How far a price between two neighbours of a grid may be above both. */
  margin(step: number): number;
}

/** Looks at a grid, then between those neighbours only that are near enough to the best so far. */
function searchSpan(search: Search, from: number, to: number, best: Best, level = 0): void {
  const step = steps[level]!;
  const cells: { start: number; end: number; top: number }[] = [];
  let previous = { second: from, value: Number.NEGATIVE_INFINITY };
  for (let second = from; ; second = Math.min(to, (Math.floor(second / step) + 1) * step)) {
    const value = search.valueAt(second);
    if (value > best.value) {
      best.value = value;
      best.second = second;
    }
    if (second > from)
      cells.push({ start: previous.second, end: second, top: Math.max(previous.value, value) });
    previous = { second, value };
    if (second >= to) break;
  }
  if (level + 1 >= steps.length) return;
  const margin = search.margin(step);
  const near = cells.filter((cell) => cell.top + margin > best.value).sort((a, b) => b.top - a.top);
  for (const cell of near) {
    if (cell.top + margin <= best.value) break;
    if (cell.end - cell.start > 1) searchSpan(search, cell.start, cell.end, best, level + 1);
  }
}

interface Known {
  high: Best;
  low: Best;
  /** Searched from the market's start to here, in seconds: the start of a day. */
  through: number;
}

/**
 * All-time highs and lows to the second, so that no price ever shown lies beyond them. Whole days are searched
 * once and remembered; the first answer for a coin takes some milliseconds, the next ones microseconds.
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
    const margin = (step: number) => swing * Math.sqrt(step / day);
    const high = { ...known.high };
    const low = { ...known.low };
    searchSpan({ valueAt: logAt, margin }, known.through, to, high);
    searchSpan({ valueAt: (second) => -logAt(second), margin }, known.through, to, low);
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
