import { queryOptions } from '@tanstack/react-query';
import type { Disposal, DisposalPage } from '#contract/ledger/figures.ts';
import type { Transaction, TransactionPage } from '#contract/ledger/transaction.ts';
import { readApi } from '#web/lib/api-client.ts';
import { portfolioPath, portfoliosKey, writeQuery } from '../queries.ts';
import { type TransactionFilter, writeFilter } from './transaction-filter.ts';

/** Transactions per request: the server's maximum. */
export const pageSize = 500;

const freshMs = 30_000;
/** Unused pages are dropped from the cache soon, because a long ledger has hundreds. */
const pageKeptMs = 60_000;

/** The API path of a transaction. */
export const transactionPath = (id: string) => `/api/transactions/${encodeURIComponent(id)}`;
/** The API path of a portfolio's transactions. */
export const transactionsPath = (portfolioId: string) => `${portfolioPath(portfolioId)}/transactions`;
const transactionsKey = (portfolioId: string) => [...portfoliosKey, portfolioId, 'transactions'] as const;

/** A page of the ledger, newest first. `cursor` null: the first page. */
export const transactionPageQuery = (portfolioId: string, filter: TransactionFilter, cursor: string | null) =>
  queryOptions({
    queryKey: [...transactionsKey(portfolioId), filter, cursor],
    queryFn: ({ signal }) => {
      const query = writeFilter(filter);
      query.set('limit', String(pageSize));
      if (cursor !== null) query.set('cursor', cursor);
      return readApi<TransactionPage>(`${transactionsPath(portfolioId)}?${query}`, signal);
    },
    staleTime: freshMs,
    gcTime: pageKeptMs,
    // Comparing hundreds of rows costs more than rendering the forty in view.
    structuralSharing: false,
  });

/** A single transaction. */
export const transactionQuery = (portfolioId: string, id: string) =>
  queryOptions({
    queryKey: [...transactionsKey(portfolioId), 'one', id],
    queryFn: ({ signal }) => readApi<Transaction>(transactionPath(id), signal),
    staleTime: freshMs,
  });

/**
 * Requests for the disposals of the rows in view. Two pages of transactions have at most four pages of disposals, with
 * their fees, unless these have very many lots.
 */
const maxEffectPages = 8;

/** The disposals between two instants (ISO 8601, `to` exclusive), for the gains shown in the rows. */
export const effectsQuery = (portfolioId: string, from: string, to: string, currency?: string) =>
  queryOptions({
    queryKey: [...transactionsKey(portfolioId), 'effects', from, to, currency ?? null],
    queryFn: async ({ signal }) => {
      const disposals: Disposal[] = [];
      let cursor: string | null = null;
      for (let pages = 0; pages < maxEffectPages; pages += 1) {
        const query = writeQuery({ from, to, limit: String(pageSize), currency, cursor });
        const path = `${portfolioPath(portfolioId)}/disposals${query}`;
        const page: DisposalPage = await readApi<DisposalPage>(path, signal);
        disposals.push(...page.disposals);
        cursor = page.nextCursor;
        if (cursor === null) return disposals;
      }
      // The last transaction may have more disposals than were read: better no gain than that of its fee.
      const last = disposals.at(-1)?.transactionId;
      return disposals.filter(({ transactionId }) => transactionId !== last);
    },
    staleTime: freshMs,
    gcTime: pageKeptMs,
    structuralSharing: false,
  });
