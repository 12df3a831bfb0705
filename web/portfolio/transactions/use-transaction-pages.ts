import { useQueries } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Transaction, TransactionPage } from '#contract/ledger/transaction.ts';
import { firstCursor, type PageCursors, pagesToFetch, withNext } from './page-cursors.ts';
import { pageSize, transactionPageQuery } from './queries.ts';
import { pagesOf, type RowRange } from './row-range.ts';
import type { TransactionFilter } from './transaction-filter.ts';

export interface TransactionPages {
  /** Number of transactions that match the filter. Undefined until the first page has loaded. */
  readonly total: number | undefined;
  /** The transaction in a row. Undefined until its page has loaded. */
  rowAt(index: number): Transaction | undefined;
  /** The loaded pages in view. */
  readonly shown: readonly TransactionPage[];
  readonly error: Error | null;
  retry(): void;
}

/**
 * The rows in view of a ledger of any length. Paging is by cursor, so the pages before a distant row load first.
 * Remount it for another filter.
 */
export function useTransactionPages(
  portfolioId: string,
  filter: TransactionFilter,
  range: RowRange,
): TransactionPages {
  const [cursors, setCursors] = useState<PageCursors>(firstCursor);
  const [total, setTotal] = useState<number>();
  const seen = pagesOf(range, pageSize);
  const requested = pagesToFetch(cursors, seen.length === 0 ? [0] : seen);
  const combine = useCallback(
    (results: { data?: TransactionPage | undefined; error: Error | null; refetch: () => unknown }[]) => ({
      pages: results.map(({ data }) => data),
      error: results.find(({ error }) => error !== null)?.error ?? null,
      retry: () => {
        for (const { error, refetch } of results) if (error !== null) void refetch();
      },
    }),
    [],
  );
  const { pages, error, retry } = useQueries({
    queries: requested.map((index) => transactionPageQuery(portfolioId, filter, cursors[index] ?? null)),
    combine,
  });

  // State is set while rendering because an effect would first paint the rows without it.
  let next = cursors;
  for (const [place, page] of pages.entries()) {
    if (page) next = withNext(next, requested[place]!, page.nextCursor);
  }
  if (next !== cursors) setCursors(next);
  const newest = pages.find((page) => page !== undefined)?.total;
  if (newest !== undefined && newest !== total) setTotal(newest);

  return {
    total: newest ?? total,
    rowAt(index) {
      const place = requested.indexOf(Math.floor(index / pageSize));
      return pages[place]?.transactions[index % pageSize];
    },
    shown: pages.filter((page) => page !== undefined),
    error,
    retry,
  };
}
