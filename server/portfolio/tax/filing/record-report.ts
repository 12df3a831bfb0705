import type { LedgerSettings } from '#contract/ledger/settings.ts';
import type { FileTaxReport } from '#contract/tax/choice.ts';
import type { PastPrices } from '../../ledger/calculator/past-values.ts';
import { type ReportHead, readReportInTurns } from '../report/read-report-bytes.ts';
import type { ReportMaker } from '../report-maker.ts';
import { RecordedValues, type UsedValue } from './recorded-values.ts';

/** The request that a report was made for. */
export interface StoredRequest {
  readonly choice: FileTaxReport;
  readonly settings: LedgerSettings;
}

/** A report and the values it is computed from. */
export interface RecordedReport {
  readonly json: Buffer;
  readonly head: ReportHead;
  readonly used: readonly UsedValue[];
  /** Writes the same report as CSV. */
  readonly makeCsv: () => Promise<Buffer>;
}

interface RecordReportDeps {
  readonly maker: Pick<ReportMaker, 'makeBytes'>;
  readonly past: PastPrices;
}

/** Makes a report and records the prices and rates used. */
export async function recordReport(
  { maker, past }: RecordReportDeps,
  owner: { readonly userId: string; readonly portfolioId: string },
  { choice, settings }: StoredRequest,
): Promise<RecordedReport> {
  const recorded = new RecordedValues(past);
  const request = { ...owner, choice, settings };
  const json = await maker.makeBytes({ ...request, past: recorded.past }, 'json');
  return {
    json,
    head: (await readReportInTurns(json)).head,
    used: await recorded.list(),
    makeCsv: () => maker.makeBytes({ ...request, past: recorded.replay() }, 'csv'),
  };
}
