import type { TaxCountry } from '#contract/tax/choice.ts';
import type { CoinId, Instant } from '#contract/units.ts';
import type { MethodChoice } from '../../ledger/calculator/ledger-query.ts';
import type { DisposalId, FigureSpan } from '../../ledger/proof/proof-request.ts';
import type { ReportReads } from '../calculator/report-query.ts';

/** A line of a tax report to prove by its country's rules, as values that can be passed to a thread. */
export interface LineProofRequest {
  readonly country: TaxCountry;
  readonly timeZone: string;
  readonly coinId: CoinId;
  /** The disposal whose gain is proved; null: the gains of the coin's disposals within `span`. */
  readonly disposal: DisposalId | null;
  readonly span: FigureSpan;
  readonly asOf: Instant;
  readonly currency: string;
  /** The report's method. Countries with their own method ignore it. */
  readonly choice: MethodChoice;
  /** The ids of the portfolios in the calculation; the report's own comes first. */
  readonly portfolios: readonly { readonly id: string }[];
}

/** The reads that a proof of a line needs. */
export type LineProofReads = Pick<ReportReads, 'readChanges' | 'readCloses' | 'readRates'>;
