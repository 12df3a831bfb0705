import { queryOptions } from '@tanstack/react-query';
import type { Tier } from '#contract/plans.ts';
import { ApiError, readApi } from '../lib/api-client.ts';
import { getToken, rememberProof } from './session.ts';

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

/** The user of this browser's token. Asked once for a token, and never without one. */
export const currentUserQuery = () =>
  queryOptions({
    queryKey: ['auth', 'me'],
    queryFn: ({ signal }) => readCurrentUser(signal),
  });

async function readCurrentUser(signal: AbortSignal): Promise<CurrentUser> {
  if (getToken() === null) throw new Error('No valid token');
  try {
    const user = await readApi<CurrentUser>('/api/auth/me', signal);
    rememberProof(user.verified);
    return user;
  } catch (error) {
    throw error instanceof ApiError ? new Error('Unauthorized') : error;
  }
}
