import { queryOptions } from '@tanstack/react-query';
import type { Passkey } from '#contract/accounts/passkeys.ts';
import { readApi } from '#web/lib/api-client.ts';

/** The user's passkeys, newest first. */
export const passkeysQuery = () =>
  queryOptions({
    queryKey: ['auth', 'passkeys'],
    queryFn: ({ signal }) => readApi<Passkey[]>('/api/auth/passkeys', signal),
    staleTime: 0,
  });
