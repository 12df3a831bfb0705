import type { TaxCountry } from '#contract/tax/choice.ts';
import type { TaxMethod } from '#contract/tax/methods.ts';
import type { TaxDetails, TaxNote } from '#contract/tax/report.ts';
import type { CoinId } from '#contract/units.ts';
import type { MethodChoice } from '../../ledger/calculator/ledger-query.ts';
import type { ProblemKind } from '../../ledger/engine/coin-event.ts';
import type { Money } from '../../ledger/engine/fixed-point.ts';
import type { OpenLot, Scope } from '../../ledger/engine/lot.ts';
import type { EntryRules } from '../report/entry-rules.ts';
import type { CoinHistory, CoinResult, LedgerRun } from '../report/ledger-run.ts';
import type { LineDraft } from '../report/line-draft.ts';
import type { TaxCase } from '../report/tax-case.ts';
import type { TimeZone } from '../report/time-zone.ts';
import type { Steps } from '../report/totals.ts';
import type { CoinBase } from './adjusted-cost-base.ts';
import type { AllocatedCoin } from './run-with-allocation.ts';

/** A problem that only the country's rules have, not the ledger. */
export interface OwnProblem {
  readonly kind: ProblemKind | 'no_portfolio_value';
  readonly transactionId: string;
  readonly message: string;
  /** The lines that it leaves without a gain. */
  readonly lines: readonly LineDraft[];
}

/** The outcome of a country's rules for a year. The last step has the totals of the lines. */
export interface TaxOutcome {
  readonly method: TaxMethod;
  readonly scope: Scope;
  /** The scope until lots were allocated to wallets, if that changes it. */
  readonly scopeBefore?: Scope;
  readonly lines: readonly LineDraft[];
  readonly apart: readonly LineDraft[];
  readonly steps: Steps;
  readonly run: LedgerRun;
  /** Open lots at the end of the year. */
  readonly open: readonly { readonly coinId: CoinId; readonly lot: OpenLot }[];
  readonly notes: readonly TaxNote[];
  readonly details: TaxDetails;
  /** Problems of the ledger that don't matter under these rules. */
  readonly irrelevantProblems?: ReadonlySet<ProblemKind>;
  readonly problems?: readonly OwnProblem[];
  /** Transactions that leave all later lines without a gain, and the largest difference of those lines. */
  readonly causes?: ReadonlyMap<string, Money | null>;
  /** The method and scope by which the ledger proves the gains of a coin's lines; null if it has no such figure. */
  readonly proofOf: (coinId: CoinId) => MethodChoice | null;
}

/** The rules of one country, as a pure function. */
export interface CountryRules {
  readonly country: TaxCountry;
  /** The currency of reports; null: that of the settings. */
  readonly currency: string | null;
  readonly apply: (taxCase: TaxCase) => TaxOutcome;
  /** How its lines are proved. `choice` is the report's; countries with their own method ignore it. */
  readonly getProofSetup: (zone: TimeZone, choice: MethodChoice) => LineProofSetup;
}

/** What the proof of a line is computed with, besides transactions and their values. */
export interface LineProofSetup {
  readonly method: TaxMethod;
  readonly scope: Scope;
  readonly entryRules: EntryRules;
  /** Null: there are no lots, only the whole portfolio. */
  readonly runCoin: ((history: CoinHistory) => ProvenCoin) | null;
}

/** One coin's disposals, and what a country's rules add to them. */
export interface ProvenCoin extends CoinResult {
  readonly superficial?: CoinBase['superficial'];
  readonly allocation?: AllocatedCoin['allocation'];
}
