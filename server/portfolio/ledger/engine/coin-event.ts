import type { LedgerEntry, LotPick } from './entry.ts';
import type { Amount, Money } from './fixed-point.ts';

interface EventBase {
  readonly coinId: string;
  readonly entry: LedgerEntry;
  readonly amount: Amount;
}

/** Coins are acquired. */
export interface Acquisition extends EventBase {
  readonly kind: 'acquisition';
  readonly wallet: string;
  /** Includes fees; null if unknown. */
  readonly cost: Money | null;
  readonly acquiredAt: number;
  /** Under `uk` it goes directly to the pool, because its date is unknown. */
  readonly isDateUnknown: boolean;
}

/** Coins leave for good. */
export interface Outflow extends EventBase {
  readonly kind: 'disposal';
  readonly wallet: string;
  /** Net of fees; null if unknown. `atCost`: they leave at their cost, without a gain. */
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

/** The effect of a transaction on one coin. */
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

/** Something wrong or unknown about a coin, and the transaction that causes it. */
export interface Problem {
  readonly kind: ProblemKind;
  readonly transactionId: string;
}
