import { queryOptions } from '@tanstack/react-query';
import type { PortfolioReturns } from '#contract/ledger/returns.ts';
import { readApi } from '#web/lib/api-client.ts';
import { portfolioPath, portfoliosKey, writeQuery } from '../queries.ts';

const freshMs = 60_000;

/**
 * A portfolio's returns over a span. Refused to plans without the feature. `from` null: since the first transaction.
 */
export const returnsQuery = (portfolioId: string, from: string | null, currency?: string) =>
  queryOptions({
    queryKey: [...portfoliosKey, portfolioId, 'returns', from, currency ?? null],
    queryFn: ({ signal }) =>
      readApi<PortfolioReturns>(
        `${portfolioPath(portfolioId)}/returns${writeQuery({ from, currency })}`,
        signal,
      ),
    staleTime: freshMs,
  });
