import type { CoinId, Instant } from '#contract/units.ts';
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
  /** The standard deviation of prices within one step of the grid. */
  deviation(step: number): number;
}

/**
 * Whether a walk between two neighbours of the grid may have reached `value`: a Brownian bridge with deviation s does so
 * with probability exp(-2 (value - low) (value - high) / s²).
 */
function canReach(cells: Cells, cell: number, value: number, deviation: number): boolean {
  const [low, high] = [cells.lows[cell]!, cells.highs[cell]!];
  return (
    cells.ends[cell]! - cells.starts[cell]! > 1 && (value - low) * (value - high) < deviation * deviation
  );
}

/**
 * The intervals between neighbours of one grid. Reused by every search, because the first one covers years for each
 * coin.
 */
interface Cells {
  starts: Float64Array;
  ends: Float64Array;
  lows: Float64Array;
  highs: Float64Array;
  /** Indexes of the cells worth searching, most promising first. */
  order: Uint32Array;
}

const createCells = (size: number): Cells => ({
  starts: new Float64Array(size),
  ends: new Float64Array(size),
  lows: new Float64Array(size),
  highs: new Float64Array(size),
  order: new Uint32Array(size),
});

/** Searches spans of a coin's prices on increasingly fine grids. */
function createSearcher() {
  const grids: Cells[] = steps.map(() => createCells(0));

  function cellsOf(level: number, count: number): Cells {
    const cells = grids[level]!;
    if (cells.starts.length < count) grids[level] = createCells(count);
    return grids[level]!;
  }

  /** Searches a grid, then only the intervals that may contain a better value than the best so far. */
  return function searchSpan(search: Search, from: number, to: number, best: Best, level = 0): void {
    const step = steps[level]!;
    const cells = cellsOf(level, Math.ceil((to - from) / step) + 1);
    const note = (second: number, value: number) => {
      if (value > best.value) Object.assign(best, { second, value });
    };
    let second = from;
    let value = search.valueAt(from);
    let count = 0;
    note(second, value);
    while (second < to) {
      const [before, valueBefore] = [second, value];
      second = Math.min(to, (Math.floor(before / step) + 1) * step);
      value = search.valueAt(second);
      note(second, value);
      cells.starts[count] = before;
      cells.ends[count] = second;
      cells.lows[count] = Math.min(value, valueBefore);
      cells.highs[count] = Math.max(value, valueBefore);
      count += 1;
    }
    if (level + 1 >= steps.length) return;
    const deviation = search.deviation(step);
    let open = 0;
    for (let cell = 0; cell < count; cell += 1)
      if (canReach(cells, cell, best.value, deviation)) cells.order[open++] = cell;
    const order = cells.order.subarray(0, open).sort((a, b) => cells.highs[b]! - cells.highs[a]! || a - b);
    for (const cell of order)
      if (canReach(cells, cell, best.value, deviation))
        searchSpan(search, cells.starts[cell]!, cells.ends[cell]!, best, level + 1);
  };
}

interface Known {
  high: Best;
  low: Best;
  /** How far the market has been searched, in seconds: the start of a day. */
  through: number;
}

/** Extremes found by an earlier search: the seconds of each coin's highest and lowest price, by the coin's id. */
export interface SearchedExtremes {
  readonly through: Instant;
  readonly seconds: Readonly<Record<CoinId, readonly [number, number]>>;
}

/**
 * All-time highs and lows to the second, so that no shown price lies beyond them. Whole days are searched once and
 * remembered: the first call for a coin takes milliseconds, later ones microseconds. `searched`: extremes already found
 * for this path.
 */
export function createExtremes(
  path: PricePath,
  searched?: SearchedExtremes,
): (coin: SimulatedCoin, now: number) => Extremes {
  const knownByCoin = new Map<SimulatedCoin, Known>();
  const searchSpan = createSearcher();

  const logOf = (coin: SimulatedCoin, second: number) => Math.log(path.priceAt(coin, second * 1000));

  /** What is known about a coin without a search. */
  function begin(coin: SimulatedCoin, today: number): Known {
    const seconds = searched?.seconds[coin.id];
    if (searched && seconds && searched.through / 1000 <= today) {
      const [high, low] = seconds;
      return {
        high: { second: high, value: logOf(coin, high) },
        low: { second: low, value: -logOf(coin, low) },
        through: searched.through / 1000,
      };
    }
    const start = marketStart / 1000;
    const unknown = { second: start, value: Number.NEGATIVE_INFINITY };
    return { high: unknown, low: unknown, through: start };
  }

  function extend(coin: SimulatedCoin, known: Known, to: number): Known {
    const logAt = (second: number) => logOf(coin, second);
    const swing = 4 * dailySwing(coin);
    // The fastest wave takes 9 seconds, so on the finest grids the walk is nearly straight.
    const deviation = (step: number) =>
      swing * Math.sqrt(step / day) * (step <= 15 ? 0.35 : step <= 300 ? 0.7 : 1);
    const high = { ...known.high };
    const low = { ...known.low };
    searchSpan({ valueAt: logAt, deviation }, known.through, to, high);
    searchSpan({ valueAt: (second) => -logAt(second), deviation }, known.through, to, low);
    return { high, low, through: to };
  }

  return (coin, now) => {
    const second = Math.floor(now / 1000);
    const today = second - (second % day);
    let known = knownByCoin.get(coin);
    if (!known || known.through > today) known = begin(coin, today);
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
