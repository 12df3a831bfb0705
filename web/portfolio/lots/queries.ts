import { queryOptions } from '@tanstack/react-query';
import type { LedgerHoldings, OpenLot } from '#contract/ledger/figures.ts';
import type { Method, Scope } from '#contract/ledger/settings.ts';
import { readApi } from '#web/lib/api-client.ts';
import { ledgerHoldingsKey, portfolioPath, portfoliosKey, portfoliosQuery, writeQuery } from '../queries.ts';

const freshMs = 30_000;
const refreshMs = 60_000;

/**
 * Holdings with cost and gains by the portfolio's method. `isAll` includes coins sold in full. `currency` defaults to
 * that of the portfolio's settings.
 */
export const ledgerHoldingsQuery = (portfolioId: string, isAll = false, currency?: string) =>
  queryOptions({
    queryKey: [...ledgerHoldingsKey(portfolioId), isAll, currency ?? null],
    queryFn: ({ signal }) =>
      readApi<LedgerHoldings>(
        `${portfolioPath(portfolioId)}/holdings${writeQuery({ ...(isAll && { all: 'true' }), currency })}`,
        signal,
      ),
    staleTime: freshMs,
    refetchInterval: refreshMs,
  });

/** The same for every portfolio, oldest first, including coins sold in full. `currency`: in upper case. */
export const allHoldingsQuery = (currency: string) =>
  queryOptions({
    queryKey: [...portfoliosKey, 'all-holdings', currency],
    queryFn: async ({ client }) => {
      const portfolios = await client.fetchQuery(portfoliosQuery());
      return Promise.all(
        portfolios.map(({ id }) => client.fetchQuery(ledgerHoldingsQuery(id, true, currency))),
      );
    },
    staleTime: freshMs,
    refetchInterval: refreshMs,
  });

interface LotChoice {
  readonly currency: string | undefined;
  /** These default to the portfolio's settings. */
  readonly method?: Method | undefined;
  readonly scope?: Scope | undefined;
  /** A past instant; now if absent. */
  readonly at?: string | undefined;
  /** The id of a transaction to leave out. */
  readonly without?: string | undefined;
}

/** A coin's open lots, in the order in which the method uses them. */
export const lotsQuery = (portfolioId: string, coinId: string, choice: LotChoice) =>
  queryOptions({
    queryKey: [...portfoliosKey, portfolioId, 'lots', coinId, choice],
    queryFn: async ({ signal }) => {
      const path = `${portfolioPath(portfolioId)}/lots${writeQuery({ coin: coinId, ...choice })}`;
      return (await readApi<{ lots: readonly OpenLot[] }>(path, signal)).lots;
    },
    staleTime: freshMs,
  });
