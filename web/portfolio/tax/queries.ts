import { queryOptions } from '@tanstack/react-query';
import type { TaxFormat } from '#contract/tax/choice.ts';
import type { FiledTaxReport, FiledTaxReportHead } from '#contract/tax/filed-report.ts';
import type { TaxReport } from '#contract/tax/report.ts';
import { readApi } from '#web/lib/api-client.ts';
import { portfolioPath, portfoliosKey } from '../queries.ts';
import type { TaxChoice } from './tax-choice.ts';

const freshMs = 30_000;

/** Where a report is in a format. */
export function taxPath(
  portfolioId: string,
  { country, year, basis }: TaxChoice,
  format: TaxFormat = 'json',
): string {
  const query = new URLSearchParams({ country, year: String(year), format });
  if (country === 'US') query.set('basis', basis);
  return `${portfolioPath(portfolioId)}/tax?${query}`;
}

/** A tax report as it is now; refused to plans without it. It is large: it is forgotten soon after nothing shows it. */
export const taxReportQuery = (portfolioId: string, choice: TaxChoice) =>
  queryOptions({
    queryKey: [...portfoliosKey, portfolioId, 'tax', choice.country, choice.year, choice.basis],
    queryFn: ({ signal }) => readApi<TaxReport>(taxPath(portfolioId, choice), signal),
    staleTime: freshMs,
    gcTime: freshMs,
    structuralSharing: false,
  });

export const filedReportPath = (id: string) => `/api/tax-reports/${encodeURIComponent(id)}`;

export const filedReportsKey = (portfolioId: string) => [...portfoliosKey, portfolioId, 'tax-reports'];

/** Newest first. */
export const filedReportsQuery = (portfolioId: string) =>
  queryOptions({
    queryKey: filedReportsKey(portfolioId),
    queryFn: ({ signal }) =>
      readApi<FiledTaxReportHead[]>(`${portfolioPath(portfolioId)}/tax-reports`, signal),
    staleTime: freshMs,
  });

/** What has changed since a report was filed. */
export const filedReportQuery = (portfolioId: string, id: string) =>
  queryOptions({
    queryKey: [...filedReportsKey(portfolioId), id],
    queryFn: ({ signal }) => readApi<FiledTaxReport>(filedReportPath(id), signal),
    staleTime: freshMs,
  });

/** A filed report as it was: it never changes. It is large: it is forgotten soon after nothing shows it. */
export const filedLinesQuery = (portfolioId: string, id: string) =>
  queryOptions({
    queryKey: [...filedReportsKey(portfolioId), id, 'lines'],
    queryFn: ({ signal }) => readApi<TaxReport>(`${filedReportPath(id)}?format=json`, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: freshMs,
    structuralSharing: false,
  });
