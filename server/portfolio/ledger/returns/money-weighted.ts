import type { DayNumber } from '#server/platform/utc-day.ts';

/** Below zero: put in; above: taken out, or what is there at the end. A float, of which only a percent is made. */
export interface DatedFlow {
  readonly day: DayNumber;
  readonly amount: number;
}

/** `growth`: the natural logarithm of what one unit became over the span. */
export type MoneyWeighted =
  | { readonly kind: 'rate'; readonly growth: number }
  | { readonly kind: 'lost' }
  | { readonly kind: 'none'; readonly reason: string };

/** e⁴⁰, two hundred quadrillionfold over the span: beyond, a percent says nothing. */
const maxGrowth = 40;
/** A large payment lost on the last day of a long span, as a rate over all of it. */
const maxSearched = 1e6;
const bisections = 200;

/**
 * Solves Σ amount × (1 + r)^(−days ÷ 365) = 0 between two days. The logarithm of the growth over the whole span is searched
 * on a grid, every change of sign is a solution, and one alone is halved until the floats are next to each other: so it
 * always ends, and says so where there is none or several.
 */
export function solveMoneyWeighted(
  flows: readonly DatedFlow[],
  first: DayNumber,
  last: DayNumber,
): MoneyWeighted {
  const moved = flows.filter(({ amount }) => amount !== 0);
  if (!moved.some(({ amount }) => amount < 0)) return none('No money was invested.');
  if (!moved.some(({ amount }) => amount > 0)) return { kind: 'lost' };
  const days = new Set(moved.map(({ day }) => day));
  if (last <= first || days.size === 1)
    return none('All of it happened on one day, so there is no time to earn a rate in.');
  const terms = moved.map(({ day, amount }) => ({ amount, time: (day - first) / (last - first) }));
  const brackets = findBrackets((growth) => presentValue(terms, growth));
  const [bracket] = brackets;
  if (!bracket) return none('No rate makes these payments come out even.');
  if (brackets.length > 1) return none('More than one rate makes these payments come out even.');
  const growth = bisect((at) => presentValue(terms, at), bracket);
  return growth > maxGrowth ? none('The rate is too large to show.') : { kind: 'rate', growth };
}

const none = (reason: string): MoneyWeighted => ({ kind: 'none', reason });

/** At the start where growth is positive, else at the end: so that no term overflows. The sign is the same. */
function presentValue(terms: readonly { amount: number; time: number }[], growth: number): number {
  let sum = 0;
  for (const { amount, time } of terms)
    sum += amount * Math.exp(growth >= 0 ? -growth * time : growth * (1 - time));
  return sum;
}

type Bracket = readonly [number, number];

/** Neighbours on the grid between which the sign changes; a zero on the grid is one by itself. */
function findBrackets(valueAt: (growth: number) => number): Bracket[] {
  const brackets: Bracket[] = [];
  let before: { at: number; value: number } | null = null;
  for (const at of grid) {
    const value = valueAt(at);
    if (value === 0) brackets.push([at, at]);
    else if (before && before.value !== 0 && before.value > 0 !== value > 0) brackets.push([before.at, at]);
    before = { at, value };
  }
  return brackets;
}

/** Close together where rates usually lie, and ever wider beyond. */
const grid = makeGrid();

function makeGrid(): number[] {
  const points: number[] = [];
  for (let at = -maxGrowth; at <= maxGrowth; at += 1) {
    const steps = Math.abs(at) < 8 ? 20 : 1;
    for (let step = 0; step < steps; step += 1) points.push(at + step / steps);
  }
  for (let at = maxGrowth * 1.25; at <= maxSearched; at *= 1.25) {
    points.push(at);
    points.unshift(-at);
  }
  return points;
}

function bisect(valueAt: (growth: number) => number, [from, to]: Bracket): number {
  let [low, high] = [from, to];
  const isLowPositive = valueAt(low) > 0;
  for (let turn = 0; turn < bisections && low < high; turn += 1) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (valueAt(middle) > 0 === isLowPositive) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
