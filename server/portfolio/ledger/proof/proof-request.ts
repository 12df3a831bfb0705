import type { ProvenFigure } from '#contract/ledger/proof.ts';
import type { CoinId, Instant } from '#contract/units.ts';
import type { Method, Scope } from '../engine/lot.ts';
import type { CoinPrice } from '../figures/coin-prices.ts';

export interface FigureSpan {
  /** Inclusive; null: from the first transaction on. */
  readonly from: Instant | null;
  /** Exclusive; null: to the last. */
  readonly to: Instant | null;
}

/** The disposal of which a gain is asked for. */
export interface DisposalName {
  readonly transactionId: string;
  readonly isFee: boolean;
}

/** Which figure is to be proved. */
export interface ProofRequest {
  readonly figure: ProvenFigure;
  /** Null: of the whole portfolio. */
  readonly coinId: CoinId | null;
  /** Of a gain. */
  readonly disposal: DisposalName | null;
  readonly span: FigureSpan;
  readonly at: Instant | null;
  readonly asOf: Instant;
  readonly currency: string;
  readonly method: Method;
  readonly scope: Scope;
}

/** What a proof needs beside transactions. */
export interface ProofTask {
  readonly request: ProofRequest;
  /** What the figure is shown with: of its coin, or of all that are held. */
  readonly prices: ReadonlyMap<CoinId, CoinPrice>;
  /** Who gives the current prices. */
  readonly priceSource: string;
}

/** `pending`: a price of the past is still being asked for. */
export type ProofAnswer =
  | { readonly outcome: 'proven'; readonly json: string }
  | { readonly outcome: 'pending' }
  | { readonly outcome: 'tooLarge' };
