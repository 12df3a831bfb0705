import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { DisposalPage } from '#contract/ledger/figures.ts';
import { readApi } from '#web/lib/api-client.ts';
import { portfolioPath, portfoliosKey } from '../queries.ts';

const freshMs = 30_000;
const pageSize = 50;

/** A UTC year, and optionally a single coin. */
export interface GainsSpan {
  readonly year: number;
  readonly coin?: string | undefined;
  /** Currency of the figures. Default: the currency in the portfolio's settings. */
  readonly currency?: string | undefined;
}

function readDisposals(
  portfolioId: string,
  { year, coin, currency }: GainsSpan,
  more: Record<string, string>,
  signal: AbortSignal,
) {
  const query = new URLSearchParams({ from: `${year}-01-01`, to: `${year + 1}-01-01`, ...more });
  if (coin !== undefined) query.set('coin', coin);
  if (currency !== undefined) query.set('currency', currency);
  return readApi<DisposalPage>(`${portfolioPath(portfolioId)}/disposals?${query}`, signal);
}

const gainsKey = (portfolioId: string, kind: string, { year, coin, currency }: GainsSpan) => [
  ...portfoliosKey,
  portfolioId,
  'gains',
  kind,
  year,
  coin ?? null,
  currency ?? null,
];

/** The totals of a year. */
export const yearTotalsQuery = (portfolioId: string, span: GainsSpan) =>
  queryOptions({
    queryKey: gainsKey(portfolioId, 'totals', span),
    queryFn: async ({ signal }) => (await readDisposals(portfolioId, span, { limit: '1' }, signal)).totals,
    staleTime: freshMs,
  });

/** The years with disposals or income, newest first. */
export const gainYearsQuery = (portfolioId: string) =>
  queryOptions({
    queryKey: [...portfoliosKey, portfolioId, 'gains', 'years'],
    queryFn: async ({ signal }) =>
      (await readApi<DisposalPage>(`${portfolioPath(portfolioId)}/disposals?limit=1`, signal)).years,
    staleTime: freshMs,
  });

/** The disposals of a year with the lots they used, newest first. */
export const disposalsQuery = (portfolioId: string, span: GainsSpan) =>
  infiniteQueryOptions({
    queryKey: gainsKey(portfolioId, 'disposals', span),
    queryFn: ({ pageParam, signal }) =>
      readDisposals(
        portfolioId,
        span,
        { limit: String(pageSize), ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: freshMs,
  });
