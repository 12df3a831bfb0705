import type { QueryClient } from '@tanstack/react-query';
import type { MarketSource } from '#contract/market.ts';
import { statusQuery } from '../queries.ts';

/** Whether figures of that source must not be mixed with those shown, which are of another. */
export function isOtherSource(queryClient: QueryClient, source: MarketSource): boolean {
  const shown = queryClient.getQueryData(statusQuery().queryKey)?.market.source;
  return shown !== undefined && shown !== source;
}
