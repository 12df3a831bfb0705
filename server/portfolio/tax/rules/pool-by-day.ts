import type { CoinId, Instant } from '#contract/units.ts';
import { type Amount, divideHalfEven, type Money, smaller } from '../../ledger/engine/fixed-point.ts';
import { londonDay } from '../../ledger/engine/london-day.ts';
import type { Match, OpenLot } from '../../ledger/engine/lot.ts';
import type { CoinHistory, CoinResult, LedgerRun } from '../report/ledger-run.ts';
import type { OpenRow } from '../report/list-open-lots-at.ts';
import { OriginFinder } from '../report/origin-finder.ts';
import type { TaxYear } from '../report/tax-year.ts';
import type { DayNumber } from '../report/time-zone.ts';

/**
 * The pools at the end of a year, and the coins of unknown cost, which are kept out of the pools; with purchases of the
 * thirty days after it matched as in the year's disposals.
 */
export function listPoolsAfter(run: LedgerRun, { to }: Pick<TaxYear, 'to'>): OpenRow[] {
  const known = [...run.coins.values()].flatMap((coin) => {
    const lot = poolBefore(coin, to);
    return lot ? [{ coinId: coin.coinId, lot }] : [];
  });
  const unknown = [...run.coins.values()]
    .toSorted((a, b) => (a.coinId < b.coinId ? -1 : 1))
    .flatMap((coin) => unknownBefore(coin, to).map((lot) => ({ coinId: coin.coinId, lot })));
  return [...known, ...unknown];
}

/** A coin's lots of unknown cost or origin just before an instant. As in the ledger, those of one day in London are one. */
function unknownBefore({ events, disposals }: CoinHistory & CoinResult, to: Instant): OpenLot[] {
  const lots = new Map<string, { readonly acquiredAt: Instant; amount: Amount; remaining: Amount }>();
  const firstOfDay = new Map<DayNumber, string>();
  const origins = new OriginFinder();
  const add = (transactionId: string, acquiredAt: Instant, amount: Amount) => {
    const lot = lots.get(transactionId) ?? { acquiredAt, amount: 0n, remaining: 0n };
    lots.set(transactionId, lot);
    lot.amount += amount;
    lot.remaining += amount;
  };
  for (const event of events) {
    const { id, occurredAt } = event.entry;
    if (occurredAt >= to) break;
    const missing = origins.note(event);
    if (missing > 0n) add(id, occurredAt, missing);
    if (event.kind !== 'acquisition' || event.cost !== null) continue;
    const day = londonDay(occurredAt);
    if (!event.isDateUnknown && !firstOfDay.has(day)) firstOfDay.set(day, id);
    add(event.isDateUnknown ? id : firstOfDay.get(day)!, event.acquiredAt, event.amount);
  }
  for (const { event, matches } of disposals) {
    if (event.entry.occurredAt >= to) continue;
    for (const { transactionId, cost, amount } of matches) {
      const lot = cost === null && transactionId !== null ? lots.get(transactionId) : undefined;
      if (lot) lot.remaining -= smaller(amount, lot.remaining);
    }
  }
  return [...lots]
    .filter(([, { remaining }]) => remaining > 0n)
    .map(([transactionId, lot]) => ({ transactionId, wallet: null, cost: null, ...lot }));
}

/** What of a coin was received on one day in London, at a known cost. Its purchases are matched as one. */
interface Receipts {
  amount: Amount;
  amountBefore: Amount;
  costBefore: Money;
}

/**
 * A coin's pool just before an instant, which needn't be the end of a day in London; null if it is empty. A purchase counts
 * when it is received, even if it is a gift whose donor acquired it earlier.
 */
function poolBefore({ events, disposals }: CoinHistory & CoinResult, to: Instant): OpenLot | null {
  const byDay = new Map<DayNumber, Receipts>();
  const byId = new Map<string, Receipts>();
  let [amount, cost] = [0n, 0n];
  for (const event of events) {
    if (event.kind !== 'acquisition' || event.cost === null) continue;
    const { id, occurredAt } = event.entry;
    const day = londonDay(occurredAt);
    const receipts = byDay.get(day) ?? { amount: 0n, amountBefore: 0n, costBefore: 0n };
    byDay.set(day, receipts);
    byId.set(id, receipts);
    receipts.amount += event.amount;
    if (occurredAt >= to) continue;
    receipts.amountBefore += event.amount;
    receipts.costBefore += event.cost;
    amount += event.amount;
    cost += event.cost;
  }
  for (const { event, matches } of disposals) {
    if (event.entry.occurredAt >= to) continue;
    for (const match of matches) {
      const taken = takenFromPool(
        match,
        match.transactionId === null ? undefined : byId.get(match.transactionId),
      );
      amount -= taken.amount;
      cost -= taken.cost;
    }
  }
  if (amount === 0n) return null;
  return { transactionId: null, acquiredAt: null, wallet: null, amount, remaining: amount, cost };
}

/** What a match takes from the pool before an instant: of a day's purchases that came partly after it, only that part. */
function takenFromPool(
  { rule, amount, cost }: Match,
  receipts: Receipts | undefined,
): { readonly amount: Amount; readonly cost: Money } {
  const isFromPool = receipts === undefined && rule === 'pool';
  const isWhole = isFromPool || (receipts && receipts.amountBefore === receipts.amount);
  if (cost !== null && isWhole) return { amount, cost };
  if (cost === null || !receipts) return { amount: 0n, cost: 0n };
  return {
    amount: divideHalfEven(receipts.amountBefore * amount, receipts.amount),
    cost: divideHalfEven(receipts.costBefore * amount, receipts.amount),
  };
}

export const poolsOf = ({ coins }: LedgerRun): ReadonlyMap<CoinId, PoolByDay> =>
  new Map([...coins].map(([coinId, coin]) => [coinId, new PoolByDay(coin)]));

interface PoolDay {
  readonly day: DayNumber;
  amount: Amount;
  cost: Money;
}

/**
 * A coin's section 104 holding at the end of each day (TCGA 1992 s. 104; CRYPTO22200): acquisitions, less the parts
 * matched by the same-day and thirty-day rules, less disposals from the pool. Coins of unknown cost are kept out of
 * the pool.
 */
export class PoolByDay {
  readonly #days: readonly PoolDay[];

  constructor({ events, disposals }: CoinHistory & CoinResult) {
    const changes = new Map<DayNumber, { amount: Amount; cost: Money }>();
    const change = (day: DayNumber, amount: Amount, cost: Money) => {
      const known = changes.get(day) ?? { amount: 0n, cost: 0n };
      changes.set(day, { amount: known.amount + amount, cost: known.cost + cost });
    };
    for (const event of events)
      if (event.kind === 'acquisition' && event.cost !== null)
        change(londonDay(event.entry.occurredAt), event.amount, event.cost);
    for (const { event, matches } of disposals)
      for (const match of matches) {
        const day = dayTakenFrom(match, londonDay(event.entry.occurredAt));
        if (day !== null && match.cost !== null) change(day, -match.amount, -match.cost);
      }
    let [amount, cost] = [0n, 0n];
    this.#days = [...changes]
      .sort(([a], [b]) => a - b)
      .map(([day, moved]) => {
        amount += moved.amount;
        cost += moved.cost;
        return { day, amount, cost };
      });
  }

  /** The holding at the end of a day. */
  after(day: DayNumber): { readonly amount: Amount; readonly cost: Money } {
    let [low, high] = [0, this.#days.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#days[middle]!.day <= day) low = middle + 1;
      else high = middle;
    }
    return this.#days[low - 1] ?? { amount: 0n, cost: 0n };
  }
}

/**
 * The day whose pool entry the match reduces: the purchase's day for the same-day and thirty-day rules, otherwise the
 * disposal's. Null if the cost is unknown.
 */
function dayTakenFrom({ rule, acquiredAt, transactionId }: Match, disposedOn: DayNumber): DayNumber | null {
  if (rule === 'pool') return transactionId === null ? disposedOn : null;
  if (rule === 'none' || acquiredAt === null) return null;
  return londonDay(acquiredAt);
}
