import type { LotPick } from './entry.ts';
import type { Amount, Money } from './fixed-point.ts';

export type Method = 'fifo' | 'lifo' | 'hifo' | 'average' | 'specific' | 'uk';
export type Scope = 'portfolio' | 'wallet';
export type MatchRule = 'lot' | 'pool' | 'same_day' | 'thirty_days' | 'none';

/** Coins that came in together, as far as they are still there. */
export interface Lot {
  readonly transactionId: string;
  readonly acquiredAt: number;
  /** Its place in the ledger. */
  readonly order: number;
  /** When it came to its place, among parts of one lot that were moved there. */
  arrival?: number;
  readonly wallet: string;
  /** As it came in. */
  readonly amount: Amount;
  remaining: Amount;
  /** Of what remains; null: not known. */
  cost: Money | null;
}

/** A part of a disposal and where it came from. */
export interface Match {
  /** Null for a pool and for what nothing covers. */
  readonly transactionId: string | null;
  readonly acquiredAt: number | null;
  readonly amount: Amount;
  readonly cost: Money | null;
  readonly rule: MatchRule;
}

/** What is there of a coin, and in which order it goes. */
export interface Book {
  acquire(lot: Lot): void;
  /** Takes an amount out. The matches cover all of it; what is not there is one of rule `none`. */
  take(amount: Amount, wallet: string, picks: readonly LotPick[]): Taking;
  /** Whether a lot that was named has too little left. */
  move(amount: Amount, from: string, to: string, picks: readonly LotPick[]): boolean;
  /** What is left, in the order in which it would go. */
  listOpen(): readonly OpenLot[];
}

export interface Taking {
  readonly matches: readonly Match[];
  /** A lot that was named has too little left; others went in its place. */
  readonly isPickMissing: boolean;
}

/** `transactionId` and `acquiredAt` null: a pool. `wallet` null: over all of them. */
export interface OpenLot {
  readonly transactionId: string | null;
  readonly acquiredAt: number | null;
  readonly wallet: string | null;
  readonly amount: Amount;
  readonly remaining: Amount;
  readonly cost: Money | null;
}

export const uncovered = (amount: Amount): Match => ({
  transactionId: null,
  acquiredAt: null,
  amount,
  cost: null,
  rule: 'none',
});
