import { queryOptions } from '@tanstack/react-query';
import type { HistoryDays } from '#contract/market.ts';
import type {
  AddHolding,
  Holding,
  Portfolio,
  PortfolioHistory,
  PortfolioPerformance,
  UpdateHolding,
} from '#contract/portfolio.ts';
import type { PortfolioAnalytics } from '#contract/portfolio-analytics.ts';
import { readApi, readApiText, sendApi } from '../lib/api-client.ts';

/*
 * The portfolios of who is signed in. Every key begins the same, so that a change of any makes all of them be asked
 * for anew. Money and amounts are decimal text.
 */
export const portfoliosKey = ['portfolios'] as const;

const freshMs = 30_000;
const refreshMs = 60_000;
const historyRefreshMs = 5 * 60_000;

const pathOf = (portfolioId: string) => `/api/portfolios/${encodeURIComponent(portfolioId)}`;

/** Oldest first; every account has one. */
export const portfoliosQuery = () =>
  queryOptions({
    queryKey: portfoliosKey,
    queryFn: ({ signal }) => readApi<Portfolio[]>('/api/portfolios', signal),
    staleTime: freshMs,
  });

/** What a portfolio is worth, with its holdings by P&L percent; followed once a minute. */
export const performanceQuery = (portfolioId: string) =>
  queryOptions({
    queryKey: [...portfoliosKey, portfolioId, 'performance'],
    queryFn: ({ signal }) => readApi<PortfolioPerformance>(`${pathOf(portfolioId)}/performance`, signal),
    staleTime: freshMs,
    refetchInterval: refreshMs,
  });

/** What each of the portfolios is worth, the oldest first. */
export const worthQuery = () =>
  queryOptions({
    queryKey: [...portfoliosKey, 'worth'],
    queryFn: async ({ client }) => {
      const portfolios = await client.fetchQuery(portfoliosQuery());
      return Promise.all(portfolios.map(({ id }) => client.fetchQuery(performanceQuery(id))));
    },
    staleTime: freshMs,
    refetchInterval: refreshMs,
  });

/** What a portfolio's holdings were worth over time. */
export const portfolioHistoryQuery = (portfolioId: string, days: HistoryDays) =>
  queryOptions({
    queryKey: [...portfoliosKey, portfolioId, 'history', days],
    queryFn: ({ signal }) => readApi<PortfolioHistory>(`${pathOf(portfolioId)}/history?days=${days}`, signal),
    staleTime: freshMs,
    refetchInterval: historyRefreshMs,
  });

/** What follows from a portfolio's holdings and prices; refused to plans that do not have it. */
export const analyticsQuery = (portfolioId: string) =>
  queryOptions({
    queryKey: [...portfoliosKey, portfolioId, 'analytics'],
    queryFn: ({ signal }) => readApi<PortfolioAnalytics>(`${pathOf(portfolioId)}/analytics`, signal),
    staleTime: freshMs,
    refetchInterval: historyRefreshMs,
  });

/** A portfolio's holdings as CSV; refused to plans that do not have it. */
export function readCsv(portfolioId: string): Promise<string> {
  return readApiText(`${pathOf(portfolioId)}/export.csv`);
}

export function addHolding(holding: AddHolding): Promise<Holding> {
  return sendApi('POST', '/api/portfolio', holding);
}

export function updateHolding(id: string, change: UpdateHolding): Promise<Holding> {
  return sendApi('PUT', `/api/portfolio/${encodeURIComponent(id)}`, change);
}

export function removeHolding(id: string): Promise<void> {
  return sendApi('DELETE', `/api/portfolio/${encodeURIComponent(id)}`);
}

export function addPortfolio(name: string): Promise<Portfolio> {
  return sendApi('POST', '/api/portfolios', { name });
}

export function renamePortfolio(id: string, name: string): Promise<Portfolio> {
  return sendApi('PUT', pathOf(id), { name });
}

export function removePortfolio(id: string): Promise<void> {
  return sendApi('DELETE', pathOf(id));
}
