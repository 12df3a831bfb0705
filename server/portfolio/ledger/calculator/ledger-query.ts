import type { PortfolioReturns, ValueLine } from '#contract/ledger/returns.ts';
import type { Problem } from '../engine/coin-event.ts';
import type { LedgerEntry } from '../engine/entry.ts';
import type { Amount, Money } from '../engine/fixed-point.ts';
import type { Match, Method, OpenLot, Scope } from '../engine/lot.ts';
import type { ProofAnswer, ProofTask } from '../proof/proof-request.ts';
import type { DayValue } from './past-values.ts';

/*
 * Queries of a ledger and their results, as values that can be passed to a thread. They contain no market prices or
 * names of coins.
 */

export interface MethodChoice {
  readonly method: Method;
  readonly scope: Scope;
}

/** A ledger, and how recent it must be. */
export interface LedgerVersion {
  readonly portfolioId: string;
  /** The ledger is first updated to at least this revision. */
  readonly revision: number;
  /** The number of transactions. */
  readonly size: number;
  /** Whose turn work that takes long is. Without it, the portfolio takes turns of its own. */
  readonly accountId?: string;
}

export interface LedgerQuery extends LedgerVersion, MethodChoice {
  readonly currency: string;
  /** As of this instant; null: all transactions. */
  readonly at: number | null;
}

/** One coin's figures, without its lots and disposals. */
export interface CoinSummary {
  readonly coinId: string;
  readonly amount: Amount;
  readonly wallets: readonly (readonly [wallet: string, amount: Amount])[];
  readonly costBasis: Money | null;
  readonly amountWithCost: Amount;
  readonly amountWithoutCost: Amount;
  readonly realized: Money | null;
  readonly income: Money | null;
  readonly fees: Money | null;
  readonly lots: number;
  /** The number of disposals with a part of unknown cost. */
  readonly unknownDisposals: number;
  /** The number of disposals whose gain isn't known. */
  readonly unknownGains: number;
  readonly firstAcquiredAt: number | null;
  /** Whether it has anything besides openings without a fee. */
  readonly isTraded: boolean;
  /** Only the first ones; `problemCount` counts all. */
  readonly problems: readonly Problem[];
  readonly problemCount: number;
}

export interface LedgerSummary {
  readonly coins: readonly CoinSummary[];
  /** Money fees of transactions without a coin: the sum of the known ones, and the number of unknown ones. */
  readonly otherFees: Money;
  readonly unknownOtherFees: number;
  /** The prices and rates in these figures that may change, such as those of a day that isn't over. */
  readonly provisional?: readonly DayValue[];
}

export interface LotRow extends OpenLot {
  readonly coinId: string;
}

export interface Span {
  /** Inclusive; null: from the beginning. */
  readonly from: number | null;
  /** Exclusive; null: to the end. */
  readonly to: number | null;
}

/** Identifies a disposal; the next page starts after it. */
export interface DisposalKey {
  readonly transactionId: string;
  readonly disposedAt: number;
  readonly coinId: string;
  readonly isFee: boolean;
}

export interface DisposalQuery extends LedgerQuery, Span {
  readonly coinId: string | null;
  readonly limit: number;
  readonly after: DisposalKey | null;
}

export interface DisposalRow extends DisposalKey {
  readonly amount: Amount;
  readonly proceeds: Money | null;
  readonly cost: Money | null;
  readonly gain: Money | null;
  /** Only the first ones; `matchCount` counts all. */
  readonly matches: readonly Match[];
  readonly matchCount: number;
  readonly problems: readonly Problem[];
}

export interface DisposalRows {
  readonly rows: readonly DisposalRow[];
  readonly hasMore: boolean;
  readonly totals: DisposalTotals;
  /** UTC years with disposals or income, newest first, whatever the span. */
  readonly years: readonly number[];
}

export interface DisposalTotals {
  readonly proceeds: Money | null;
  readonly cost: Money | null;
  readonly gain: Money | null;
  readonly unknownCost: number;
  readonly unknownGain: number;
  readonly count: number;
}

export interface MethodsQuery extends LedgerVersion, Span {
  readonly currency: string;
}

export interface MethodSummary extends MethodChoice {
  readonly realized: Money | null;
  readonly proceeds: Money | null;
  readonly income: Money | null;
  readonly fees: Money | null;
  /** The number of disposals whose gain isn't known. */
  readonly unknownGain: number;
  /** The remaining holdings, by coin. */
  readonly coins: readonly Pick<
    CoinSummary,
    'coinId' | 'costBasis' | 'amountWithCost' | 'amountWithoutCost'
  >[];
}

export interface LotQuery extends LedgerQuery {
  /** Null: every coin. */
  readonly coinId: string | null;
  /** The id of a transaction to leave out. */
  readonly without: string | null;
}

export interface PreviewQuery extends LedgerQuery {
  readonly entry: LedgerEntry;
  /** The id of the transaction whose place the entry would take. */
  readonly replaces: string | null;
  /** By every method instead of only the query's. */
  readonly isEveryMethod: boolean;
}

export interface MethodEffect extends MethodChoice {
  readonly proceeds: Money | null;
  readonly cost: Money | null;
  readonly gain: Money | null;
  /** Only the first ones; `matchCount` counts all. */
  readonly matches: readonly Match[];
  readonly matchCount: number;
}

/** Coins that a transaction adds; `cost` is null if it isn't known. */
export interface AddedCoins {
  readonly coinId: string;
  readonly amount: Amount;
  readonly cost: Money | null;
}

export interface PreviewRows {
  readonly methods: readonly MethodEffect[];
  readonly adds: readonly AddedCoins[];
  readonly before: readonly CoinSummary[];
  readonly after: readonly CoinSummary[];
}

/** A span of days of a ledger. */
export interface SpanQuery extends LedgerVersion {
  readonly currency: string;
  /** Null: from the first transaction on. */
  readonly from: number | null;
  /** Exclusive, and not in the future. */
  readonly to: number;
  /** Whether the span ends at the time of the call. */
  readonly isNow: boolean;
}

/** A balance over time: an instant, the balance from then on, the next instant, and so on. Floats, for charts. */
export type BalanceSteps = Float64Array;

/** Each coin's balance over time. */
export type BalanceStepsByCoin = ReadonlyMap<string, BalanceSteps>;

export type LedgerProofQuery = LedgerVersion & ProofTask;

/** Computes the figures of ledgers. */
export interface LedgerCalculator {
  summarize(query: LedgerQuery): Promise<LedgerSummary>;
  /** Returns a JSON array of `OpenLot`s, in UTF-8. */
  writeLots(query: LotQuery): Promise<Uint8Array>;
  listDisposals(query: DisposalQuery): Promise<DisposalRows>;
  compareMethods(query: MethodsQuery): Promise<readonly MethodSummary[]>;
  /** Returns null if `replaces` names no transaction of the ledger. */
  preview(query: PreviewQuery): Promise<PreviewRows | null>;
  calculateReturns(query: SpanQuery): Promise<PortfolioReturns>;
  listValues(query: SpanQuery): Promise<ValueLine>;
  listBalances(query: LedgerVersion): Promise<BalanceStepsByCoin>;
  prove(query: LedgerProofQuery): Promise<ProofAnswer>;
}
