import type { LotPick } from './entry.ts';
import type { Amount, Money } from './fixed-point.ts';

export type Method = 'fifo' | 'lifo' | 'hifo' | 'average' | 'specific' | 'uk';
export type Scope = 'portfolio' | 'wallet';
/** How a part of a disposal was matched. `none`: no lot covers it. */
export type MatchRule = 'lot' | 'pool' | 'same_day' | 'thirty_days' | 'none';

/** Coins acquired together, and what remains of them. */
export interface Lot {
  readonly transactionId: string;
  readonly acquiredAt: number;
  /** Its position in the ledger. */
  readonly order: number;
  /** The order of arrival, which distinguishes parts of one lot that were moved to the same place. */
  arrival?: number;
  readonly wallet: string;
  /** As acquired. */
  readonly amount: Amount;
  remaining: Amount;
  /** Of the remaining amount; null if unknown. */
  cost: Money | null;
}

/** A part of a disposal and the lot it was taken from. */
export interface Match {
  /** Null for a pool, or if no lot covers the part. */
  readonly transactionId: string | null;
  readonly acquiredAt: number | null;
  readonly amount: Amount;
  readonly cost: Money | null;
  readonly rule: MatchRule;
}

/** A coin's lots or pools, and the order in which they are used. */
export interface Book {
  acquire(lot: Lot): void;
  /** Takes an amount. The matches cover all of it; a missing part has the rule `none`. */
  take(amount: Amount, wallet: string, picks: readonly LotPick[]): Taking;
  /** Moves an amount to another wallet. Returns whether a named lot had too little left. */
  move(amount: Amount, from: string, to: string, picks: readonly LotPick[]): boolean;
  /** The remaining lots, in the order in which they would be used. */
  listOpen(): readonly OpenLot[];
}

/** What was taken from a book. */
export interface Taking {
  readonly matches: readonly Match[];
  /** Whether a named lot had too little left, so that others were used. */
  readonly isPickMissing: boolean;
}

/** A pool has neither `transactionId` nor `acquiredAt`. `wallet` is null if it spans all wallets. */
export interface OpenLot {
  readonly transactionId: string | null;
  readonly acquiredAt: number | null;
  readonly wallet: string | null;
  readonly amount: Amount;
  readonly remaining: Amount;
  readonly cost: Money | null;
}

/** A part of a disposal that no lot covers. */
export const uncovered = (amount: Amount): Match => ({
  transactionId: null,
  acquiredAt: null,
  amount,
  cost: null,
  rule: 'none',
});
