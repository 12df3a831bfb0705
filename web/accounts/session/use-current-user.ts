import { useQuery } from '@tanstack/react-query';
import type { CurrentUser } from '#contract/accounts/accounts.ts';
import { currentUserQuery } from '../queries.ts';
import { useToken } from './session.ts';

export interface CurrentUserState {
  readonly user: CurrentUser | null;
  /** Nobody knows yet: while the server renders, during hydration, and until the server has answered who it is. */
  readonly isLoading: boolean;
  /** There is a valid token, and the server knows its user. */
  readonly isSignedIn: boolean;
}

/** Who uses this browser. */
export function useCurrentUser(): CurrentUserState {
  const token = useToken();
  const { data, isPending } = useQuery({ ...currentUserQuery(), enabled: typeof token === 'string' });
  const user = token ? (data ?? null) : null;
  return { user, isLoading: token === undefined || (token !== null && isPending), isSignedIn: user !== null };
}
