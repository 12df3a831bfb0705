import { setImmediate } from 'node:timers/promises';
import type { CoinId, Instant } from '#contract/units.ts';
import {
  type CoinLeg,
  compareEntries,
  elsewhere,
  isCoin,
  isMoney,
  type LedgerEntry,
  type Leg,
} from '../engine/entry.ts';
import type { Amount } from '../engine/fixed-point.ts';

/** A change of a coin's balance, summed over all wallets. */
export interface BalanceChange {
  readonly at: Instant;
  readonly amount: Amount;
}

/**
 * Money, or coins at market value, put into or taken out of the portfolio. A fee deducted from proceeds is negative.
 */
export interface Flow {
  readonly at: Instant;
  readonly side: 'in' | 'out';
  readonly leg: Leg;
}

/** What returns need from a ledger: balance changes and flows, both in ledger order. */
export interface LedgerTrace {
  readonly changes: ReadonlyMap<CoinId, readonly BalanceChange[]>;
  readonly flows: readonly Flow[];
}

/** Entries handled between two yields to the event loop. */
const entriesAtOnce = 2_000;

/** Extracts the balance changes and flows of a ledger. */
export async function traceLedger(entries: readonly LedgerEntry[]): Promise<LedgerTrace> {
  const trace = new Tracing();
  for (const [index, entry] of entries.toSorted(compareEntries).entries()) {
    trace.add(entry);
    if (index % entriesAtOnce === entriesAtOnce - 1) await setImmediate();
  }
  return trace;
}

class Tracing implements LedgerTrace {
  readonly changes = new Map<CoinId, BalanceChange[]>();
  readonly flows: Flow[] = [];
  readonly #elsewhere = new Map<CoinId, Amount>();

  add(entry: LedgerEntry): void {
    const { type, in: into, out, fee, wallet, toWallet } = entry;
    this.#addFlows(entry);
    if (isCoin(out)) this.#take(entry, out, wallet);
    if (isCoin(out) && type === 'transfer') this.#give(entry, out, toWallet ?? wallet);
    if (isCoin(into)) this.#give(entry, into, wallet);
    if (isCoin(fee)) this.#take(entry, fee, wallet);
  }

  #addFlows(entry: LedgerEntry): void {
    const { fee } = entry;
    const flow = mainFlowOf(entry);
    if (flow) this.#addFlow(entry, flow.side, flow.leg);
    if (!isMoney(fee)) return;
    if (entry.type === 'sell') this.#addFlow(entry, 'out', { ...fee, amount: -fee.amount });
    else this.#addFlow(entry, 'in', fee);
  }

  #addFlow({ occurredAt }: LedgerEntry, side: Flow['side'], leg: Leg): void {
    this.flows.push({ at: occurredAt, side, leg });
  }

  #give({ occurredAt }: LedgerEntry, { coinId, amount }: CoinLeg, wallet: string): void {
    if (wallet === elsewhere) this.#elsewhere.set(coinId, (this.#elsewhere.get(coinId) ?? 0n) + amount);
    this.#change(coinId, occurredAt, amount);
  }

  /** What leaves `Elsewhere` beyond its balance counts as coming in at that moment, from an unknown origin. */
  #take(entry: LedgerEntry, leg: CoinLeg, wallet: string): void {
    const { coinId, amount } = leg;
    if (wallet === elsewhere) {
      const missing = amount - (this.#elsewhere.get(coinId) ?? 0n);
      if (missing > 0n) {
        this.#give(entry, { coinId, amount: missing }, elsewhere);
        this.#addFlow(entry, 'in', { coinId, amount: missing });
      }
      this.#elsewhere.set(coinId, (this.#elsewhere.get(coinId) ?? 0n) - amount);
    }
    this.#change(coinId, entry.occurredAt, -amount);
  }

  #change(coinId: CoinId, at: Instant, amount: Amount): void {
    const changes = this.changes.get(coinId);
    if (changes) changes.push({ at, amount });
    else this.changes.set(coinId, [{ at, amount }]);
  }
}

/** The flow of an entry without its fee; null if nothing is put in or taken out. A coin leg counts at market value. */
function mainFlowOf({ type, kind, in: into, out, value }: LedgerEntry): Omit<Flow, 'at'> | null {
  switch (type) {
    case 'buy':
      return toFlow('in', out ?? into);
    case 'opening':
    case 'gift_in':
      // The `value` of these is what was once paid, not the market value.
      return toFlow('in', into);
    case 'income':
      return kind === 'salary' ? toFlow('in', value ?? into) : null;
    case 'sell':
      return toFlow('out', into);
    case 'spend':
    case 'gift_out':
      return toFlow('out', value ?? out);
    case 'fee':
      return isMoney(out) ? toFlow('in', out) : null;
    default:
      return null;
  }
}

function toFlow(side: Flow['side'], leg: Leg | null): Omit<Flow, 'at'> | null {
  return leg && { side, leg };
}
