import type { CoinId, Instant } from '#contract/units.ts';
import type { Disposal } from '../../ledger/engine/coin-account.ts';
import type { CoinEvent, Outflow } from '../../ledger/engine/coin-event.ts';
import { type Amount, type Money, roundMoney, smaller } from '../../ledger/engine/fixed-point.ts';
import { uncovered } from '../../ledger/engine/lot.ts';
import { Pool } from '../../ledger/engine/pool-book.ts';
import type { CoinHistory, CoinResult } from '../report/ledger-run.ts';
import { OriginFinder } from '../report/origin-finder.ts';
import type { DayNumber, TimeZone } from '../report/time-zone.ts';

/** A loss that is denied in part or in full. */
export interface SuperficialLoss {
  readonly transactionId: string;
  readonly isFee: boolean;
  readonly coinId: CoinId;
  readonly loss: Money;
  readonly denied: Money;
  readonly sold: Amount;
  readonly acquired: Amount;
  readonly held: Amount;
}

export interface CoinBase extends CoinResult {
  /** By `disposalKey`. */
  readonly superficial: ReadonlyMap<string, SuperficialLoss>;
  /** The pool after each disposal, by `disposalKey`. */
  readonly after: ReadonlyMap<string, { readonly amount: Amount; readonly cost: Money }>;
}

/** Identifies a disposal of a coin. */
export const disposalKey = (transactionId: string, isFee: boolean): string => `${transactionId} ${isFee}`;

/** A loss is superficial if the coin is bought within this many days before or after. */
export const windowDays = 30;

/**
 * The adjusted cost base of one coin over all wallets (ITA 47(1)), with superficial losses (ITA 54, 40(2)(g)(i),
 * 53(1)(f)): the denied share of a loss is min(sold, acquired from 30 days before to 30 days after, held at the end of
 * that window) ÷ sold. It is added to the cost of the coins held, or of the next acquisition. The result is the state
 * at `until`; purchases after `until` still count for losses before it.
 */
export function runAdjustedCostBase(
  { coinId, events }: CoinHistory,
  base: CoinResult,
  zone: TimeZone,
  until: Instant = Number.POSITIVE_INFINITY,
): CoinBase {
  const window = new HoldingDays(events, zone);
  const pool = new Pool();
  const byEvent = new Map(base.disposals.map((disposal) => [disposal.event, disposal]));
  const origins = new OriginFinder();
  const disposals: Disposal[] = [];
  const superficial = new Map<string, SuperficialLoss>();
  const after = new Map<string, { amount: Amount; cost: Money }>();
  for (const [order, event] of events.entries()) {
    if (event.entry.occurredAt >= until) break;
    const missing = origins.note(event);
    if (missing > 0n) pool.add(toLot(event, missing, null, order));
    if (event.kind === 'acquisition') {
      pool.add(toLot(event, event.amount, event.cost, order));
      continue;
    }
    if (event.kind === 'transfer') continue;
    const disposal = dispose(pool, event, byEvent.get(event)?.problems ?? []);
    disposals.push(disposal);
    const key = disposalKey(event.entry.id, event.isFee);
    const lost = findSuperficial(coinId, disposal, window, zone);
    if (lost) {
      superficial.set(key, lost);
      pool.cost += lost.denied;
    }
    after.set(key, { amount: pool.amount, cost: pool.cost });
  }
  return { disposals, open: pool.listOpen(null), problems: base.problems, superficial, after };
}

function dispose(pool: Pool, event: Outflow, problems: Disposal['problems']): Disposal {
  const matches = pool.take(event.amount);
  const missing = matches.reduce((left, match) => left - match.amount, event.amount);
  if (missing > 0n) matches.push(uncovered(missing));
  const cost = matches.reduce<Money | null>(
    (sum, match) => (sum === null || match.cost === null ? null : sum + match.cost),
    0n,
  );
  const proceeds = event.proceeds === 'atCost' ? cost : event.proceeds;
  const gain = proceeds === null || cost === null ? null : proceeds - cost;
  return { event, proceeds, cost, gain, matches, problems };
}

function findSuperficial(
  coinId: CoinId,
  { event, gain }: Disposal,
  window: HoldingDays,
  zone: TimeZone,
): SuperficialLoss | null {
  if (gain === null || gain >= 0n) return null;
  const day = zone.dayOf(event.entry.occurredAt);
  const sold = event.amount;
  const acquired = window.acquiredWithin(day - windowDays, day + windowDays);
  const held = window.heldAfter(day + windowDays);
  const part = smaller(sold, smaller(acquired, held));
  if (part <= 0n) return null;
  const loss = -gain;
  const denied = part === sold ? loss : roundMoney(loss * part, sold);
  return { transactionId: event.entry.id, isFee: event.isFee, coinId, loss, denied, sold, acquired, held };
}

function toLot({ entry, kind }: CoinEvent, amount: Amount, cost: Money | null, order: number) {
  const wallet = kind === 'acquisition' ? entry.wallet : '';
  return {
    transactionId: entry.id,
    acquiredAt: entry.occurredAt,
    order,
    wallet,
    amount,
    remaining: amount,
    cost,
  };
}

/** Amounts acquired and held by day. Coins with an assumed date count as held but as acquired on no day. */
class HoldingDays {
  readonly #acquired: { readonly day: DayNumber; readonly amount: Amount }[] = [];
  /** The balance at the end of each day on which it changed, in order. */
  readonly #balances: { readonly day: DayNumber; amount: Amount }[] = [];

  constructor(events: readonly CoinEvent[], zone: TimeZone) {
    let balance = 0n;
    const origins = new OriginFinder();
    for (const event of events) {
      const day = zone.dayOf(event.entry.occurredAt);
      balance += origins.note(event);
      if (event.kind === 'acquisition') {
        balance += event.amount;
        if (!event.isDateUnknown) this.#acquired.push({ day, amount: event.amount });
      } else if (event.kind === 'disposal') balance -= event.amount;
      const last = this.#balances.at(-1);
      if (last?.day === day) last.amount = balance;
      else this.#balances.push({ day, amount: balance });
    }
  }

  /** Both days are inclusive. */
  acquiredWithin(first: DayNumber, last: DayNumber): Amount {
    let sum = 0n;
    for (let index = firstFrom(this.#acquired, first); index < this.#acquired.length; index += 1) {
      const { day, amount } = this.#acquired[index]!;
      if (day > last) break;
      sum += amount;
    }
    return sum;
  }

  /** The balance at the end of a day. */
  heldAfter(day: DayNumber): Amount {
    return this.#balances[firstFrom(this.#balances, day + 1) - 1]?.amount ?? 0n;
  }
}

/** The index of the first row on or after a day. */
function firstFrom(rows: readonly { readonly day: DayNumber }[], day: DayNumber): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle]!.day < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
