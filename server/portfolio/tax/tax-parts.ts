import { createReportThread, type ReportThreadOptions } from './calculator/report-thread.ts';
import type { RenderTaxPdf } from './render-pdf.ts';
import { createReportMaker, type ReportMaker, type ReportMakerParts } from './report-maker.ts';
import { createTaxReportService, type TaxReportService } from './service.ts';

export interface TaxParts {
  readonly maker: ReportMaker;
  readonly reports: TaxReportService;
  /** Ends the report thread. */
  stop(): Promise<void>;
}

/** Wires up tax reports. */
export function createTaxParts(
  deps: Omit<ReportMakerParts, 'thread'> &
    Pick<ReportThreadOptions, 'ownSource'> & { readonly renderPdf?: RenderTaxPdf | undefined },
): TaxParts {
  const thread = createReportThread({ ownSource: deps.ownSource });
  const maker = createReportMaker({ ...deps, thread });
  return {
    maker,
    reports: createTaxReportService({ maker, renderPdf: deps.renderPdf, clock: deps.clock }),
    stop: thread.stop,
  };
}
