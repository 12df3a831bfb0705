import type { ProvenFigure } from '#contract/ledger/proof.ts';
import type { CoinId, Instant } from '#contract/units.ts';
import type { DayValue } from '../calculator/past-values.ts';
import type { Method, Scope } from '../engine/lot.ts';
import type { CoinPrice } from '../figures/coin-prices.ts';

/** The span whose disposals, income and fees a figure sums up. */
export interface FigureSpan {
  /** Inclusive; null: from the first transaction. */
  readonly from: Instant | null;
  /** Exclusive; null: to the last transaction. */
  readonly to: Instant | null;
}

/** Identifies the disposal whose gain is to be proved. */
export interface DisposalId {
  readonly transactionId: string;
  readonly isFee: boolean;
}

/** The figure to be proved. */
export interface ProofRequest {
  readonly figure: ProvenFigure;
  /** Null: the whole portfolio. */
  readonly coinId: CoinId | null;
  /** Null for all figures but `gain`. */
  readonly disposal: DisposalId | null;
  readonly span: FigureSpan;
  /** The figure as of this instant; null: over all transactions. */
  readonly at: Instant | null;
  /** When the figure was shown. */
  readonly asOf: Instant;
  readonly currency: string;
  readonly method: Method;
  readonly scope: Scope;
}

/** The figure to be proved, and what its proof needs besides transactions. */
export interface ProofTask {
  readonly request: ProofRequest;
  /** The prices with which the figure was shown: of its coin, or of all coins held. */
  readonly prices: ReadonlyMap<CoinId, CoinPrice>;
  /** The prices and rates of a day that wasn't over, with which it was shown. Others are read. */
  readonly dayValues: readonly DayValue[];
}

/** `pending`: a past price is still being requested. */
export type ProofAnswer =
  | { readonly outcome: 'proven'; readonly json: string }
  | { readonly outcome: 'pending' }
  | { readonly outcome: 'tooLarge' };
