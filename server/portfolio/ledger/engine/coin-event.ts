import type { LedgerEntry, LotPick } from './entry.ts';
import type { Amount, Money } from './fixed-point.ts';

interface EventBase {
  readonly coinId: string;
  readonly entry: LedgerEntry;
  readonly amount: Amount;
}

/** Coins come in. */
export interface Acquisition extends EventBase {
  readonly kind: 'acquisition';
  readonly wallet: string;
  /** With fees; null: not known. */
  readonly cost: Money | null;
  readonly acquiredAt: number;
  /** Under `uk` it goes to the pool at once: its day is not known. */
  readonly isDateUnknown: boolean;
}

/** Coins go out for good. */
export interface Outflow extends EventBase {
  readonly kind: 'disposal';
  readonly wallet: string;
  /** Less fees; null: not known. `atCost`: they leave with their cost, without a gain. */
  readonly proceeds: Money | null | 'atCost';
  readonly isFee: boolean;
  readonly picks: readonly LotPick[];
}

/** Coins move between wallets of the same user. */
export interface Move extends EventBase {
  readonly kind: 'transfer';
  readonly from: string;
  readonly to: string;
  readonly picks: readonly LotPick[];
}

/** What a transaction does to one coin. */
export type CoinEvent = Acquisition | Outflow | Move;

export type ProblemKind =
  | 'unknown_origin'
  | 'negative_balance'
  | 'unknown_cost'
  | 'no_price'
  | 'price_pending'
  | 'no_rate'
  | 'lot_missing'
  | 'assumed_date'
  | 'assumed_value'
  | 'missing_before';

/** What is wrong or unknown about a coin, and the transaction that it comes from. */
export interface Problem {
  readonly kind: ProblemKind;
  readonly transactionId: string;
}
