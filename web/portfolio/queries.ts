import { queryOptions } from '@tanstack/react-query';
import type { TransactionPage } from '#contract/ledger/transaction.ts';
import type { Portfolio, PortfolioPerformance } from '#contract/portfolio.ts';
import type { PortfolioAnalytics } from '#contract/portfolio-analytics.ts';
import { readApi } from '#web/lib/api-client.ts';

/*
 * Queries of the user's portfolios. All keys share a prefix, so that any change can invalidate all of them. Money and
 * amounts are decimal text.
 */
export const portfoliosKey = ['portfolios'] as const;

const freshMs = 30_000;
const refreshMs = 60_000;
const historyRefreshMs = 5 * 60_000;

/** The API path of a portfolio. */
export const portfolioPath = (portfolioId: string) => `/api/portfolios/${encodeURIComponent(portfolioId)}`;

/** A query string of the given parameters, with its `?`. Empty if none are given. */
export function writeQuery(parameters: Readonly<Record<string, string | null | undefined>>): string {
  const given = Object.entries(parameters).flatMap(([name, value]) => (value == null ? [] : [[name, value]]));
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

/** Oldest first. Every account has at least one. */
export const portfoliosQuery = () =>
  queryOptions({
    queryKey: portfoliosKey,
    queryFn: ({ signal }) => readApi<Portfolio[]>('/api/portfolios', signal),
    staleTime: freshMs,
  });

/** A portfolio's value, and its holdings by P&L percent. Refetched once a minute. */
export const performanceQuery = (portfolioId: string) =>
  queryOptions({
    queryKey: [...portfoliosKey, portfolioId, 'performance'],
    queryFn: ({ signal }) =>
      readApi<PortfolioPerformance>(`${portfolioPath(portfolioId)}/performance`, signal),
    staleTime: freshMs,
    refetchInterval: refreshMs,
  });

/** Key of the ledger's figures for a portfolio's coins. */
export const ledgerHoldingsKey = (portfolioId: string) => [...portfoliosKey, portfolioId, 'holdings'];

/** The performance of each portfolio, oldest first. */
export const totalValueQuery = () =>
  queryOptions({
    queryKey: [...portfoliosKey, 'total-value'],
    queryFn: async ({ client }) => {
      const portfolios = await client.fetchQuery(portfoliosQuery());
      return Promise.all(portfolios.map(({ id }) => client.fetchQuery(performanceQuery(id))));
    },
    staleTime: freshMs,
    refetchInterval: refreshMs,
  });

/** How many transactions a portfolio has. */
export const transactionCountQuery = (portfolioId: string) =>
  queryOptions({
    queryKey: [...portfoliosKey, portfolioId, 'transaction-count'],
    queryFn: async ({ signal }) => {
      const path = `${portfolioPath(portfolioId)}/transactions?limit=1`;
      return (await readApi<TransactionPage>(path, signal)).total;
    },
    staleTime: freshMs,
  });

/** The analytics of a portfolio. Refused to plans without the feature. */
export const analyticsQuery = (portfolioId: string) =>
  queryOptions({
    queryKey: [...portfoliosKey, portfolioId, 'analytics'],
    queryFn: ({ signal }) => readApi<PortfolioAnalytics>(`${portfolioPath(portfolioId)}/analytics`, signal),
    staleTime: freshMs,
    refetchInterval: historyRefreshMs,
  });
