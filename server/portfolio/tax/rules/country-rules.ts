import type { TaxCountry } from '#contract/tax/choice.ts';
import type { TaxDetails, TaxMethod, TaxNote } from '#contract/tax/report.ts';
import type { CoinId } from '#contract/units.ts';
import type { MethodChoice } from '../../ledger/calculator/ledger-query.ts';
import type { ProblemKind } from '../../ledger/engine/coin-event.ts';
import type { Money } from '../../ledger/engine/fixed-point.ts';
import type { OpenLot, Scope } from '../../ledger/engine/lot.ts';
import type { LedgerRun } from '../report/ledger-run.ts';
import type { LineDraft } from '../report/line-draft.ts';
import type { TaxCase } from '../report/tax-case.ts';
import type { Steps } from '../report/totals.ts';

/** A problem that the ledger does not have. */
export interface OwnProblem {
  readonly kind: ProblemKind | 'no_portfolio_value';
  readonly transactionId: string;
  readonly coinId: CoinId;
  readonly message: string;
  readonly largestDifference: Money | null;
}

/** What a country's rules make of a year. Its last step has the totals of the lines. */
export interface TaxOutcome {
  readonly method: TaxMethod;
  readonly scope: Scope;
  readonly lines: readonly LineDraft[];
  readonly apart: readonly LineDraft[];
  readonly steps: Steps;
  readonly run: LedgerRun;
  /** Left at the end of the year. */
  readonly open: readonly { readonly coinId: CoinId; readonly lot: OpenLot }[];
  readonly notes: readonly TaxNote[];
  readonly details: TaxDetails;
  /** What is no problem by these rules. */
  readonly settledProblems?: ReadonlySet<ProblemKind>;
  readonly problems?: readonly OwnProblem[];
  /** By which method and scope the ledger proves the gains of a coin's lines; null: it has no such figure. */
  readonly proofOf: (coinId: CoinId) => MethodChoice | null;
}

/** The rules of one country: pure, in one file. */
export interface CountryRules {
  readonly country: TaxCountry;
  /** Null: that of the settings. */
  readonly currency: string | null;
  readonly apply: (taxCase: TaxCase) => TaxOutcome;
}
