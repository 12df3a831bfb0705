import type { Match } from '#contract/ledger/figures.ts';
import type { Proof, ProofRule, ProvenFigure } from '#contract/ledger/proof.ts';
import type { TransactionType } from '#contract/ledger/transaction.ts';

/** Decimal text. Null if not known. */
type MaybeDecimal = string | null;

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
  readonly wallet: string;
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
      readonly gross: MaybeDecimal;
      readonly fee: MaybeDecimal;
    }
  | { readonly op: 'count'; readonly transaction: string };

export interface MatchStep {
  readonly op: 'match';
  readonly coin: string;
  readonly transaction: string;
  readonly isFee: boolean;
  readonly proceeds: MaybeDecimal;
  readonly cost: MaybeDecimal;
  readonly gain: MaybeDecimal;
  readonly matches: readonly Match[];
}

export interface LotStep {
  readonly op: 'lot';
  readonly coin: string;
  /** The transaction's own id. Null for a pool. */
  readonly transactionId: string | null;
  readonly wallet: string | null;
  readonly remaining: string;
  readonly cost: MaybeDecimal;
}

export type CoinOperation = ProvenFigure | 'price' | 'knownAmount';

/** A figure of one coin. */
export interface CoinStep {
  readonly op: CoinOperation;
  readonly coin: string;
  readonly inputs: readonly string[];
  readonly result: MaybeDecimal;
}

export interface TotalStep {
  readonly op: 'total';
  readonly figure: ProvenFigure;
  readonly result: MaybeDecimal;
}

/** A rule by which a country counts a transaction differently from the ledger. */
export interface RuleStep {
  readonly op: 'rule';
  readonly transaction: string;
  readonly rule: ProofRule;
}

/** Canada: the part of a loss that is denied. */
export interface DeniedStep {
  readonly op: 'denied';
  readonly coin: string;
  readonly transaction: string;
  readonly isFee: boolean;
  readonly loss: string;
  readonly sold: string;
  /** Within 30 days before and after. */
  readonly acquired: string;
  /** At the end of that time. */
  readonly held: string;
  readonly denied: string;
  readonly bought: readonly { readonly acquiredAt: string; readonly amount: string }[];
}

/** United States: a part of a lot, allocated to a wallet on 1 January 2025. */
export interface AllocateStep {
  readonly op: 'allocate';
  readonly coin: string;
  readonly acquiredAt: string;
  readonly wallet: string;
  readonly amount: string;
  readonly cost: MaybeDecimal;
}

/** France: the acquisition cost of the whole portfolio after a transaction. */
export interface CostStep {
  readonly op: 'cost';
  readonly transaction: string;
  readonly paid: MaybeDecimal;
  readonly result: MaybeDecimal;
}

/** France: the value of the whole portfolio at a sale. */
export interface PortfolioStep {
  readonly op: 'portfolio';
  readonly transaction: string;
  readonly coin: string;
  readonly isFee: boolean;
  readonly inputs: readonly string[];
  readonly holdings: readonly {
    readonly coin: string;
    readonly amount: string;
    readonly price: MaybeDecimal;
    readonly dollars: MaybeDecimal;
  }[];
  readonly result: MaybeDecimal;
}

/** France: the share of the acquisition cost that a sale takes with it. `result`: what is left. */
export interface ShareStep {
  readonly op: 'share';
  readonly transaction: string;
  readonly coin: string;
  readonly isFee: boolean;
  readonly price: MaybeDecimal;
  readonly fees: MaybeDecimal;
  readonly cost: MaybeDecimal;
  readonly value: MaybeDecimal;
  readonly share: MaybeDecimal;
  readonly gain: MaybeDecimal;
  readonly result: MaybeDecimal;
}

/** The steps that only lines of tax reports have. */
export type LineStep = RuleStep | DeniedStep | AllocateStep | CostStep | PortfolioStep | ShareStep;

export type ProofStep =
  | LineStep
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
