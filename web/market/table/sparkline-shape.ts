import type { Percent } from '#contract/units.ts';
import { type ChangeVariant, changeVariant } from '#web/lib/formats.ts';

/** A sparkline ready to draw, and its direction. */
export interface SparklineShape {
  /**
   * One unit across per price, to keep paths short; `sparklineHeight` units high. Commas only precede heights, because
   * brotli compresses better if the preceding character tells which kind of number follows.
   */
  readonly path: string;
  /** The width of its box, in units. */
  readonly width: number;
  readonly variant: ChangeVariant;
}

/**
 * The height of the path in units. At the drawn height of 28 px, a point is about one pixel off at most, and a page with
 * a hundred lines is much shorter. Fewer points would save less and be off by up to ten pixels.
 */
export const sparklineHeight = 12;
/** Margin above and below the line, in units. */
const margin = 1;

/**
 * The path of a row's last seven days, from prices with the oldest first; null for fewer than two. The page embeds it
 * instead of the prices, which would be four times as long. Its colour follows the given change, if that is known.
 */
export function toSparkline(prices: readonly number[] = [], change?: Percent | null): SparklineShape | null {
  const known = prices.filter(Number.isFinite);
  const first = known[0];
  const last = known.at(-1);
  if (first === undefined || last === undefined || known.length < 2) return null;
  const low = Math.min(...known);
  const range = Math.max(...known) - low;
  const rows = known.map((price) => toHeight(range > 0 ? (price - low) / range : 0.5));
  const lines = rows.slice(1).map((row, index) => `1,${row - (rows[index] ?? row)}`);
  return {
    path: `M0 ${rows[0]}l${lines.join(' ')}`.replaceAll(',-', '-'),
    width: known.length - 1,
    variant: typeof change === 'number' ? changeVariant(change) : directionOf(last - first),
  };
}

const directionOf = (rise: number): ChangeVariant =>
  rise > 0 ? 'default' : rise < 0 ? 'destructive' : 'none';

/** A share of the range (0 at the low, 1 at the high) as a whole unit from the top of the box. */
function toHeight(share: number): number {
  return Math.round(margin + (1 - share) * (sparklineHeight - 2 * margin));
}

/** The start of the line, in units from the top, which is the y of the level line. */
export function sparklineLevel(shape: SparklineShape): number {
  return Number.parseInt(shape.path.slice('M0 '.length), 10);
}
