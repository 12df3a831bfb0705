import type { RenderTaxPdf } from './render-tax-pdf.ts';
import { createReportMaker, type ReportMaker, type ReportMakerParts } from './report-maker.ts';
import { createTaxReportService, type TaxReportService } from './service.ts';

export interface TaxParts {
  readonly maker: ReportMaker;
  readonly reports: TaxReportService;
}

/** Wires up tax reports. */
export function createTaxParts(
  deps: ReportMakerParts & { readonly renderPdf?: RenderTaxPdf | undefined },
): TaxParts {
  const maker = createReportMaker(deps);
  return {
    maker,
    reports: createTaxReportService({ maker, renderPdf: deps.renderPdf, clock: deps.clock }),
  };
}
