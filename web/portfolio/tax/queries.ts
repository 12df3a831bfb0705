import { queryOptions } from '@tanstack/react-query';
import type { TaxFormat } from '#contract/tax/choice.ts';
import type { FiledTaxReport, FiledTaxReportHead } from '#contract/tax/filed-report.ts';
import type { TaxReport } from '#contract/tax/report.ts';
import { readApi } from '#web/lib/api-client.ts';
import { portfolioPath, portfoliosKey } from '../queries.ts';
import type { TaxChoice } from './tax-choice.ts';

const freshMs = 30_000;

/** The path of a report in a format. */
export function taxPath(
  portfolioId: string,
  { country, year, basis, others }: TaxChoice,
  format: TaxFormat = 'json',
): string {
  const query = new URLSearchParams({ country, year: String(year), format });
  if (country === 'US') query.set('basis', basis);
  if (others.length > 0) query.set('with', others.join(','));
  return `${portfolioPath(portfolioId)}/tax?${query}`;
}

/**
 * The current state of a tax report. Refused to plans without the feature. It is large, so it is dropped from the cache
 * soon after it is unused.
 */
export const taxReportQuery = (portfolioId: string, choice: TaxChoice) =>
  queryOptions({
    queryKey: [...portfoliosKey, portfolioId, 'tax', choice],
    queryFn: ({ signal }) => readApi<TaxReport>(taxPath(portfolioId, choice), signal),
    staleTime: freshMs,
    gcTime: freshMs,
    structuralSharing: false,
  });

/** The API path of a filed report. */
export const filedReportPath = (id: string) => `/api/tax-reports/${encodeURIComponent(id)}`;

/** Key of a portfolio's filed reports. */
export const filedReportsKey = (portfolioId: string) => [...portfoliosKey, portfolioId, 'tax-reports'];

/** A portfolio's filed reports, newest first. */
export const filedReportsQuery = (portfolioId: string) =>
  queryOptions({
    queryKey: filedReportsKey(portfolioId),
    queryFn: ({ signal }) =>
      readApi<FiledTaxReportHead[]>(`${portfolioPath(portfolioId)}/tax-reports`, signal),
    staleTime: freshMs,
  });

/** A filed report with what has changed since. */
export const filedReportQuery = (portfolioId: string, id: string) =>
  queryOptions({
    queryKey: [...filedReportsKey(portfolioId), id],
    queryFn: ({ signal }) => readApi<FiledTaxReport>(filedReportPath(id), signal),
    staleTime: freshMs,
  });

/** A report as filed, which never changes. It is large, so it is dropped from the cache soon after it is unused. */
export const filedLinesQuery = (portfolioId: string, id: string) =>
  queryOptions({
    queryKey: [...filedReportsKey(portfolioId), id, 'lines'],
    queryFn: ({ signal }) => readApi<TaxReport>(`${filedReportPath(id)}?format=json`, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: freshMs,
    structuralSharing: false,
  });
