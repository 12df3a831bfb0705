import { queryOptions } from '@tanstack/react-query';
import type { AdsAnswer } from '#contract/ads.ts';
import { readApi } from '#web/lib/api-client.ts';

/** The ads. Fetched once per visit, by the first place that shows one. */
export const adsQuery = () =>
  queryOptions({
    queryKey: ['ads'],
    queryFn: ({ signal }) => readApi<AdsAnswer>('/api/ads', signal),
  });
