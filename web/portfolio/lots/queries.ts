import { queryOptions } from '@tanstack/react-query';
import type { LedgerHoldings, OpenLot } from '#contract/ledger/figures.ts';
import { readApi } from '#web/lib/api-client.ts';
import { ledgerHoldingsKey, portfolioPath, portfoliosKey } from '../queries.ts';

const freshMs = 30_000;
const refreshMs = 60_000;

/** Holdings with cost and gains, by the portfolio's settings. `isAll`: also those that are sold out. */
export const ledgerHoldingsQuery = (portfolioId: string, isAll = false) =>
  queryOptions({
    queryKey: [...ledgerHoldingsKey(portfolioId), isAll],
    queryFn: ({ signal }) =>
      readApi<LedgerHoldings>(`${portfolioPath(portfolioId)}/holdings${isAll ? '?all=true' : ''}`, signal),
    staleTime: freshMs,
    refetchInterval: refreshMs,
  });

/** The open lots of a coin in the order in which the method uses them. `at`: as of an instant of the past. */
export const lotsQuery = (portfolioId: string, coinId: string, at?: string) =>
  queryOptions({
    queryKey: [...portfoliosKey, portfolioId, 'lots', coinId, at ?? null],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ coin: coinId, ...(at !== undefined && { at }) });
      const path = `${portfolioPath(portfolioId)}/lots?${query}`;
      return (await readApi<{ lots: readonly OpenLot[] }>(path, signal)).lots;
    },
    staleTime: freshMs,
  });
