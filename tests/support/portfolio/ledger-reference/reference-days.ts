import { minus, plus, type Rational, smaller, zero } from './rational.ts';
import { type Part, type RemainingLot, shortage, takePart } from './reference-lots.ts';

interface Arrival {
  readonly lot: RemainingLot;
  readonly at: number;
  /** Whether it only goes to the pool, and is not an acquisition for the first two rules. */
  readonly isForPool: boolean;
}

interface Departure {
  readonly at: number;
  readonly amount: Rational;
}

/** Gives the day in London by the time zone database, not by our own rules. */
const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' });
const londonDate = (at: number) => dayFormat.format(at);
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/**
 * Matches by the method `uk`, as specified in section 7 of the contract. Returns the parts of each departure in order,
 * and what is left.
 */
export function matchByDays(
  arrivals: readonly Arrival[],
  departures: readonly Departure[],
): { parts: Part[][]; left: RemainingLot[] } {
  const bought = joinDays(arrivals.filter(({ isForPool }) => !isForPool));
  const wanted = departures.map(({ amount }) => amount);
  const parts: Part[][] = departures.map(() => []);
  const takeFrom = (index: number, lot: RemainingLot, rule: Part['rule']) => {
    const amount = smaller(wanted[index]!, lot.left);
    if (amount.n === 0n) return;
    parts[index]!.push(takePart(lot, amount, rule));
    wanted[index] = minus(wanted[index]!, amount);
  };

  for (const [index, { at }] of departures.entries())
    for (const { lot, date } of bought) if (date === londonDate(at)) takeFrom(index, lot, 'same_day');

  for (const [index, { at }] of departures.entries())
    for (const { lot, date } of bought) {
      const days = daysBetween(londonDate(at), date);
      if (days >= 1 && days <= 30) takeFrom(index, lot, 'thirty_days');
    }

  const pool: RemainingLot = { id: null, acquiredAt: null, order: 0, wallet: '', left: zero, cost: zero };
  const unpooled: RemainingLot[] = [];
  const waiting = [
    ...bought,
    ...arrivals.filter(({ isForPool }) => isForPool).map(({ lot, at }) => ({ lot, date: londonDate(at) })),
  ].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.lot.order - b.lot.order));
  const dates = [...waiting.map(({ date }) => date), ...departures.map(({ at }) => londonDate(at))];
  for (const date of [...new Set(dates)].sort()) {
    for (const { lot } of waiting.filter((one) => one.date === date)) {
      if (lot.left.n === 0n) continue;
      if (lot.cost === null) {
        unpooled.push(lot);
        continue;
      }
      pool.left = plus(pool.left, lot.left);
      pool.cost = plus(pool.cost!, lot.cost);
    }
    for (const [index, { at }] of departures.entries()) {
      if (londonDate(at) !== date) continue;
      for (const lot of [pool, ...unpooled]) takeFrom(index, lot, 'pool');
      if (wanted[index]!.n > 0n) parts[index]!.push(shortage(wanted[index]!));
    }
  }
  return { parts, left: [pool, ...unpooled].filter(({ left }) => left.n > 0n) };
}

/**
 * Joins everything that comes in on a day into one acquisition. Coins of unknown cost form a separate one, after it.
 */
function joinDays(arrivals: readonly Arrival[]): { lot: RemainingLot; date: string }[] {
  const days: { lot: RemainingLot; date: string }[] = [];
  for (const { lot, at } of arrivals) {
    const date = londonDate(at);
    const day = days.find((one) => one.date === date && (one.lot.cost === null) === (lot.cost === null));
    if (!day) {
      days.push({ lot: { ...lot }, date });
      continue;
    }
    day.lot.left = plus(day.lot.left, lot.left);
    day.lot.cost = lot.cost && plus(day.lot.cost!, lot.cost);
  }
  const rank = ({ lot }: { lot: RemainingLot }) => Number(lot.cost === null);
  return days.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : rank(a) - rank(b)));
}
