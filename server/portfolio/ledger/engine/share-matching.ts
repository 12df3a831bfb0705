import type { Outflow } from './coin-event.ts';
import { type Amount, costOfPart, smaller } from './fixed-point.ts';
import { londonDay } from './london-day.ts';
import { type Book, type Lot, type Match, type MatchRule, type OpenLot, uncovered } from './lot.ts';
import { Pool } from './pool-book.ts';

/** All coins acquired on one day as one acquisition; coins of unknown cost form a separate one. */
interface DayLot {
  readonly lot: Lot;
  readonly day: number;
}

/** Coins and when they were received, which for gifts differs from when the donor acquired them. */
export interface Received {
  readonly lot: Lot;
  readonly at: number;
  /** The date is unknown, so it is never matched by the same-day or thirty-day rule. */
  readonly isPoolOnly: boolean;
}

interface Matching {
  readonly event: Outflow;
  readonly day: number;
  left: Amount;
  readonly matches: Match[];
}

/** For how many days after a disposal purchases are matched with it. */
export const matchingDays = 30;

/**
 * Share matching for the United Kingdom (TCGA 1992 ss. 104, 105 and 106A; HMRC, Cryptoassets Manual, CRYPTO22250):
 * first with acquisitions of the same day, then of the thirty days after it, earliest first, then with the pool. Days
 * are those in London.
 */
export class ShareMatching implements Book {
  readonly #lots: Received[] = [];
  readonly #disposals: Outflow[] = [];
  #result: { matched: readonly Matching[]; pool: Pool } | null = null;

  acquire(lot: Lot): void {
    this.receive({ lot, at: lot.acquiredAt, isPoolOnly: false });
  }

  receive(received: Received): void {
    this.#lots.push(received);
    this.#result = null;
  }

  dispose(event: Outflow): void {
    this.#disposals.push(event);
    this.#result = null;
  }

  take(): never {
    throw new Error('disposals are matched together');
  }

  /** Nothing to do, because the pool spans all wallets. */
  move(): boolean {
    return false;
  }

  listOpen(): readonly OpenLot[] {
    return this.#match().pool.listOpen(null);
  }

  listMatched(): readonly { readonly event: Outflow; readonly matches: readonly Match[] }[] {
    return this.#match().matched;
  }

  #match() {
    this.#result ??= matchShares(this.#lots, this.#disposals);
    return this.#result;
  }
}

function matchShares(
  lots: readonly Received[],
  disposals: readonly Outflow[],
): { matched: Matching[]; pool: Pool } {
  const days = joinDays(lots.filter(({ isPoolOnly }) => !isPoolOnly));
  const poolOnly = lots.filter(({ isPoolOnly }) => isPoolOnly).map(toDayLot);
  const matched = disposals.map(
    (event): Matching => ({
      event,
      day: londonDay(event.entry.occurredAt),
      left: event.amount,
      matches: [],
    }),
  );
  for (const matching of matched)
    coverFrom(days, matching, { first: matching.day, last: matching.day, rule: 'same_day' });
  for (const matching of matched) {
    const { day } = matching;
    coverFrom(days, matching, { first: day + 1, last: day + matchingDays, rule: 'thirty_days' });
  }
  return { matched, pool: fillPool([...days, ...poolOnly], matched) };
}

/** Matches acquisitions within a range of days, both inclusive. */
function coverFrom(
  days: readonly DayLot[],
  matching: Matching,
  { first, last, rule }: { readonly first: number; readonly last: number; readonly rule: MatchRule },
): void {
  for (let next = findFirst(days, first); matching.left > 0n; next += 1) {
    const dayLot = days[next];
    if (!dayLot || dayLot.day > last) return;
    cover(matching, dayLot.lot, rule);
  }
}

/** The index of the first acquisition on or after a day. */
function findFirst(days: readonly DayLot[], day: number): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (days[middle]!.day < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

const toDayLot = ({ lot, at }: Received): DayLot => ({ lot: { ...lot }, day: londonDay(at) });

/** Joins acquisitions by day, in order; on each day those of known cost come first. */
function joinDays(lots: readonly Received[]): DayLot[] {
  const joined = new Map<number, DayLot>();
  for (const received of lots) {
    const { lot, day } = toDayLot(received);
    const key = 2 * day + Number(lot.cost === null);
    const known = joined.get(key);
    if (!known) {
      joined.set(key, { day, lot });
      continue;
    }
    const { lot: before } = known;
    const amount = before.amount + lot.amount;
    const cost = before.cost === null || lot.cost === null ? null : before.cost + lot.cost;
    joined.set(key, { day, lot: { ...before, amount, remaining: amount, cost } });
  }
  return [...joined.values()].sort(
    (a, b) => a.day - b.day || Number(a.lot.cost === null) - Number(b.lot.cost === null),
  );
}

function cover(matching: Matching, lot: Lot, rule: MatchRule): void {
  const amount = smaller(matching.left, lot.remaining);
  if (amount === 0n) return;
  const cost = lot.cost === null ? null : costOfPart(lot.cost, amount, lot.remaining);
  lot.remaining -= amount;
  if (lot.cost !== null && cost !== null) lot.cost -= cost;
  matching.left -= amount;
  const { transactionId, acquiredAt } = lot;
  matching.matches.push({ transactionId, acquiredAt, amount, cost, rule });
}

/** Day by day, adds the unmatched acquisitions to the pool and then takes the unmatched disposals from it. */
function fillPool(lots: readonly DayLot[], matched: readonly Matching[]): Pool {
  const pool = new Pool();
  const waiting = lots.toSorted((a, b) => a.day - b.day || a.lot.order - b.lot.order);
  let next = 0;
  const addUntil = (day: number) => {
    for (; next < waiting.length && waiting[next]!.day <= day; next += 1) pool.add(waiting[next]!.lot);
  };
  for (const matching of matched.toSorted((a, b) => a.day - b.day)) {
    addUntil(matching.day);
    if (matching.left === 0n) continue;
    const matches = pool.take(matching.left);
    matching.matches.push(...matches);
    const missing = matches.reduce((left, match) => left - match.amount, matching.left);
    if (missing > 0n) matching.matches.push(uncovered(missing));
  }
  addUntil(Number.POSITIVE_INFINITY);
  return pool;
}
