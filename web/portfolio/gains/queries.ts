import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { DisposalPage } from '#contract/ledger/figures.ts';
import type { LedgerSettings } from '#contract/ledger/settings.ts';
import { readApi } from '#web/lib/api-client.ts';
import { portfolioPath, portfoliosKey } from '../queries.ts';

const freshMs = 30_000;
const pageSize = 50;

/**
 * A UTC year, and optionally a single coin. The gains are by this method and in this currency, whatever the settings are by
 * now, because an answer doesn't say by which it is.
 */
export interface GainsSpan extends LedgerSettings {
  readonly year: number;
  readonly coin?: string | undefined;
}

function readDisposals(
  portfolioId: string,
  { year, coin, method, scope, currency }: GainsSpan,
  more: Record<string, string>,
  signal: AbortSignal,
) {
  const span = { from: `${year}-01-01`, to: `${year + 1}-01-01` };
  const query = new URLSearchParams({ ...span, method, scope, currency, ...more });
  if (coin !== undefined) query.set('coin', coin);
  return readApi<DisposalPage>(`${portfolioPath(portfolioId)}/disposals?${query}`, signal);
}

const gainsKey = (portfolioId: string, kind: string, { year, coin, method, scope, currency }: GainsSpan) => [
  ...portfoliosKey,
  portfolioId,
  'gains',
  kind,
  year,
  coin ?? null,
  method,
  scope,
  currency,
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
