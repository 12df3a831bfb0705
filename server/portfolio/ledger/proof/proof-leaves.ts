import type { Day, PastValue } from '../calculator/past-values.ts';
import type { LedgerEntry, Leg } from '../engine/entry.ts';
import { isCoin } from '../engine/entry.ts';
import { formatAmount, formatMoney } from '../engine/fixed-point.ts';
import { hashJson } from './canonical-json.ts';

/** A source value of a proof. `id` is the hash of the rest. */
export interface ProofLeaf {
  readonly id: string;
  readonly kind: 'transaction' | 'quote' | 'rate';
  readonly [field: string]: unknown;
}

const identify = (leaf: Omit<ProofLeaf, 'id'>): ProofLeaf => ({ id: hashJson(leaf), ...leaf }) as ProofLeaf;

const toInstant = (at: number) => new Date(at).toISOString();

function toLeg(leg: Leg | null) {
  if (leg === null) return null;
  return isCoin(leg)
    ? { coinId: leg.coinId, amount: formatAmount(leg.amount) }
    : { currency: leg.currency, amount: formatMoney(leg.amount) };
}

/** A transaction with all fields that can affect a figure. */
export function toTransactionLeaf(entry: LedgerEntry): ProofLeaf {
  return identify({
    kind: 'transaction',
    transactionId: entry.id,
    type: entry.type,
    occurredAt: toInstant(entry.occurredAt),
    in: toLeg(entry.in),
    out: toLeg(entry.out),
    fee: toLeg(entry.fee),
    value: toLeg(entry.value),
    wallet: entry.wallet,
    toWallet: entry.toWallet,
    lots: entry.lots.map(({ transactionId, amount }) => ({ transactionId, amount: formatAmount(amount) })),
    acquiredAt: entry.acquiredAt === null ? null : toInstant(entry.acquiredAt),
    isDateAssumed: entry.isDateAssumed,
    identity: entry.rowIdentity,
    createdAt: toInstant(entry.createdAt),
  });
}

/** A coin's price in US dollars on a past day or `now`. */
export function toQuoteLeaf(coinId: string, day: Day | 'now', { value, at, source }: PastValue): ProofLeaf {
  return identify({ kind: 'quote', coinId, day, price: value, at: toInstant(at), source });
}

/** Units of a currency per dollar on a past day or `now`. */
export function toRateLeaf(currency: string, day: Day | 'now', { value, at, source }: PastValue): ProofLeaf {
  return identify({ kind: 'rate', currency, day, rate: value, at: toInstant(at), source });
}

/** Sorted by id. */
export const sortLeaves = (leaves: readonly ProofLeaf[]): ProofLeaf[] =>
  leaves.toSorted((a, b) => (a.id < b.id ? -1 : 1));
