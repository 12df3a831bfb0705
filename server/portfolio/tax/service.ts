import type { Tier } from '#contract/plans.ts';
import type { TaxFormat, TaxQuery } from '#contract/tax/choice.ts';
import { refuseFeature } from '#server/billing/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RenderTaxPdf } from './render-tax-pdf.ts';
import type { ReportMaker } from './report-maker.ts';

/** A report as a downloadable file. */
export interface TaxFile {
  readonly bytes: Buffer;
  readonly fileName: string;
}

/** Tax reports of portfolios. */
export interface TaxReportService {
  /** Throws `plan_required`, `not_found`, or `unavailable` if this server can't make PDFs. */
  getFile(
    user: { readonly id: string; readonly tier: Tier },
    portfolioId: string,
    query: TaxQuery,
  ): Promise<TaxFile>;
}

export interface TaxReportDeps {
  readonly maker: Pick<ReportMaker, 'makeBytes'>;
  readonly renderPdf?: RenderTaxPdf | undefined;
  readonly clock: Clock;
}

export function createTaxReportService({ maker, renderPdf, clock }: TaxReportDeps): TaxReportService {
  return {
    async getFile(user, portfolioId, { format, ...choice }) {
      const refusal = refuseFeature(user.tier, 'taxReports');
      if (refusal) throw refusal;
      if (format === 'pdf' && !renderPdf)
        throw new AppError('unavailable', 'This server can’t create PDFs. Choose JSON or CSV.');
      const made = await maker.makeBytes(
        { userId: user.id, portfolioId, choice },
        format === 'csv' ? 'csv' : 'json',
      );
      const bytes = format === 'pdf' ? await renderPdf!(made, clock.now(), user.id) : made;
      return { bytes, fileName: fileNameOf(choice, format) };
    },
  };
}

const fileNameOf = ({ country, year }: Pick<TaxQuery, 'country' | 'year'>, format: TaxFormat) =>
  `altimeter-tax-${country}-${year}.${format}`;
