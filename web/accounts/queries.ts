import { queryOptions } from '@tanstack/react-query';
import type { Tier } from '#contract/plans.ts';
import { readApi } from '../lib/api-client.ts';

/** Who is signed in. */
export interface CurrentUser {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly subscriptionTier: Tier;
  /** Whether the mailbox of the address was proved. */
  readonly verified: boolean;
}

/** The user of this browser's token. Asked only where there is a token; never again by itself. */
export const currentUserQuery = () =>
  queryOptions({
    queryKey: ['auth', 'me'],
    queryFn: ({ signal }) => readApi<CurrentUser>('/api/auth/me', signal),
  });
