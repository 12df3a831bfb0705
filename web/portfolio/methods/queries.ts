import { queryOptions } from '@tanstack/react-query';
import type { MethodComparison } from '#contract/ledger/figures.ts';
import { readApi } from '#web/lib/api-client.ts';
import { portfolioPath, portfoliosKey } from '../queries.ts';

const freshMs = 30_000;

/** The gains of the whole ledger by every method. Refused to plans without the feature. */
export const methodsQuery = (portfolioId: string, currency: string) =>
  queryOptions({
    queryKey: [...portfoliosKey, portfolioId, 'methods', currency],
    queryFn: ({ signal }) =>
      readApi<MethodComparison>(`${portfolioPath(portfolioId)}/methods?currency=${currency}`, signal),
    staleTime: freshMs,
  });
