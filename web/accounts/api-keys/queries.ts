import { queryOptions } from '@tanstack/react-query';
import type { ApiKey } from '#contract/accounts/api-keys.ts';
import { readApi } from '#web/lib/api-client.ts';

/** The user's API keys, newest first. */
export const apiKeysQuery = () =>
  queryOptions({
    queryKey: ['keys'],
    queryFn: ({ signal }) => readApi<ApiKey[]>('/api/keys', signal),
    staleTime: 0,
  });
