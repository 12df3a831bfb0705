import type { TaxCountry } from '#contract/tax/choice.ts';
import type { CoinId, Instant } from '#contract/units.ts';
import type { MethodChoice } from '../../ledger/calculator/ledger-query.ts';
import type { DisposalName, FigureSpan } from '../../ledger/proof/proof-request.ts';
import type { ReportReads } from '../calculator/report-query.ts';

/** The line of a tax report that is to be proved by the rules of its country, as values that a thread can be passed. */
export interface LineProofRequest {
  readonly country: TaxCountry;
  readonly timeZone: string;
  readonly coinId: CoinId;
  /** The disposal whose gain is proved; null: the gains of the coin's disposals within `span`. */
  readonly disposal: DisposalName | null;
  readonly span: FigureSpan;
  readonly asOf: Instant;
  readonly currency: string;
  /** That of the report. Countries with a method of their own ignore it. */
  readonly choice: MethodChoice;
  /** The ids of the portfolios in the calculation, that of the report first. */
  readonly portfolios: readonly { readonly id: string }[];
}

/** The reads that a proof of a line needs. */
export type LineProofReads = Pick<ReportReads, 'readChanges' | 'readCloses' | 'readRates'>;
