import { queryOptions } from '@tanstack/react-query';
import type { PortfolioReturns } from '#contract/ledger/returns.ts';
import { readApi } from '#web/lib/api-client.ts';
import { portfolioPath, portfoliosKey } from '../queries.ts';

const freshMs = 60_000;

/** What a portfolio returned over a span; refused to plans without it. `from` null: since the first transaction. */
export const returnsQuery = (portfolioId: string, from: string | null) =>
  queryOptions({
    queryKey: [...portfoliosKey, portfolioId, 'returns', from],
    queryFn: ({ signal }) =>
      readApi<PortfolioReturns>(
        `${portfolioPath(portfolioId)}/returns${from === null ? '' : `?from=${from}`}`,
        signal,
      ),
    staleTime: freshMs,
  });
