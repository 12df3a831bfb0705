import { queryOptions } from '@tanstack/react-query';
import type { ValueLine } from '#contract/ledger/returns.ts';
import { readApi } from '#web/lib/api-client.ts';
import { portfolioPath, portfoliosKey, writeQuery } from '../queries.ts';

const freshMs = 30_000;
const refreshMs = 5 * 60_000;

/** Daily value, money put in, and the value of the same money in bitcoin. `from` null: since the first day. */
export const valueLineQuery = (portfolioId: string, from: string | null, currency?: string) =>
  queryOptions({
    queryKey: [...portfoliosKey, portfolioId, 'value-line', from, currency ?? null],
    queryFn: ({ signal }) =>
      readApi<ValueLine>(`${portfolioPath(portfolioId)}/value-line${writeQuery({ from, currency })}`, signal),
    staleTime: freshMs,
    refetchInterval: refreshMs,
  });
