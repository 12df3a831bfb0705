import type { Match } from '#contract/ledger/figures.ts';
import type { Proof, ProvenFigure } from '#contract/ledger/proof.ts';
import type { TransactionType } from '#contract/ledger/transaction.ts';

/** Decimal text, or null if not known. */
type Known = string | null;

export type ProofLeg =
  | { readonly coinId: string; readonly amount: string }
  | { readonly currency: string; readonly amount: string };

export interface TransactionLeaf {
  readonly id: string;
  readonly kind: 'transaction';
  readonly transactionId: string;
  readonly type: TransactionType;
  readonly occurredAt: string;
  readonly in: ProofLeg | null;
  readonly out: ProofLeg | null;
  readonly fee: ProofLeg | null;
  readonly value: ProofLeg | null;
  readonly isDateAssumed: boolean;
}

interface ValueLeaf {
  readonly id: string;
  /** A date such as `2024-12-19`, or `now`. */
  readonly day: string;
  readonly at: string;
  readonly source: string;
}

export interface QuoteLeaf extends ValueLeaf {
  readonly kind: 'quote';
  readonly coinId: string;
  /** US dollars per coin. */
  readonly price: string;
}

export interface RateLeaf extends ValueLeaf {
  readonly kind: 'rate';
  readonly currency: string;
  /** Units of the currency per US dollar. */
  readonly rate: string;
}

export type ProofLeaf = TransactionLeaf | QuoteLeaf | RateLeaf;

/** A transaction's value, or just that it counts. `transaction`: the id of its leaf. */
export type EntryStep =
  | {
      readonly op: 'value';
      readonly transaction: string;
      readonly inputs: readonly string[];
      readonly gross: Known;
      readonly fee: Known;
    }
  | { readonly op: 'count'; readonly transaction: string };

export interface MatchStep {
  readonly op: 'match';
  readonly coin: string;
  readonly transaction: string;
  readonly isFee: boolean;
  readonly proceeds: Known;
  readonly cost: Known;
  readonly gain: Known;
  readonly matches: readonly Match[];
}

export interface LotStep {
  readonly op: 'lot';
  readonly coin: string;
  /** The transaction's own id. Null for a pool. */
  readonly transactionId: string | null;
  readonly wallet: string | null;
  readonly remaining: string;
  readonly cost: Known;
}

export type CoinOperation = ProvenFigure | 'price' | 'knownAmount';

/** A figure of one coin. */
export interface CoinStep {
  readonly op: CoinOperation;
  readonly coin: string;
  readonly inputs: readonly string[];
  readonly result: Known;
}

export interface TotalStep {
  readonly op: 'total';
  readonly figure: ProvenFigure;
  readonly result: Known;
}

export type ProofStep =
  | EntryStep
  | MatchStep
  | LotStep
  | CoinStep
  | TotalStep
  | { readonly op: 'conclude'; readonly head: string };

/** A proof with typed leaves and steps. The format is described in docs/proofs.md. */
export interface ProofDocument extends Omit<Proof, 'leaves' | 'steps'> {
  readonly leaves: readonly ProofLeaf[];
  readonly steps: readonly ProofStep[];
}
