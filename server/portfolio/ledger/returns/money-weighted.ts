import type { DayNumber } from '#server/platform/utc-day.ts';

/**
 * Negative: paid in. Positive: withdrawn, or the closing value. A float, because only a percentage is derived from it.
 */
export interface DatedFlow {
  readonly day: DayNumber;
  readonly amount: number;
}

/** `growth`: the natural logarithm of the growth factor over the whole span. */
export type MoneyWeighted =
  | { readonly kind: 'rate'; readonly growth: number }
  | { readonly kind: 'lost' }
  | { readonly kind: 'none'; readonly reason: string };

/** e⁴⁰ is a growth factor of 2 × 10¹⁷ over the span; above this a percentage is meaningless. */
const maxGrowth = 40;
/** The bound of the search: wide enough for a large payment lost on the last day of a long span. */
const maxSearched = 1e6;
const bisections = 200;

/**
 * Solves Σ amount × (1 + r)^(−days ÷ 365) = 0 between two days. Searches a grid of log growth factors over the whole
 * span for sign changes. If there is exactly one, bisects it to the precision of floats; otherwise reports that there
 * is no solution or several. So it always terminates.
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
    return none('Everything happened on one day, so there is no rate per year.');
  const terms = moved.map(({ day, amount }) => ({ amount, time: (day - first) / (last - first) }));
  const brackets = findBrackets((growth) => presentValue(terms, growth));
  const [bracket] = brackets;
  if (!bracket) return none('No rate fits these payments.');
  if (brackets.length > 1) return none('More than one rate fits these payments.');
  const growth = bisect((at) => presentValue(terms, at), bracket);
  return growth > maxGrowth ? none('The rate is too large to show.') : { kind: 'rate', growth };
}

const none = (reason: string): MoneyWeighted => ({ kind: 'none', reason });

/** Discounts to the start if growth is positive, else to the end, so that no term overflows. The sign is the same. */
function presentValue(terms: readonly { amount: number; time: number }[], growth: number): number {
  let sum = 0;
  for (const { amount, time } of terms)
    sum += amount * Math.exp(growth >= 0 ? -growth * time : growth * (1 - time));
  return sum;
}

type Bracket = readonly [number, number];

/** Adjacent grid points between which the sign changes. A zero on the grid counts as a bracket of one point. */
function findBrackets(valueAt: (growth: number) => number): Bracket[] {
  const brackets: Bracket[] = [];
  let previous: { at: number; value: number } | null = null;
  for (const at of grid) {
    const value = valueAt(at);
    if (value === 0) brackets.push([at, at]);
    else if (previous && previous.value !== 0 && previous.value > 0 !== value > 0)
      brackets.push([previous.at, at]);
    previous = { at, value };
  }
  return brackets;
}

/** Dense around usual rates and increasingly sparse beyond. */
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
  for (let step = 0; step < bisections && low < high; step += 1) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (valueAt(middle) > 0 === isLowPositive) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
