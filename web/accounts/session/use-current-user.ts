import { useQuery } from '@tanstack/react-query';
import type { CurrentUser } from '#contract/accounts/accounts.ts';
import { currentUserQuery } from '../queries.ts';
import { useToken } from './session.ts';

export interface CurrentUserState {
  readonly user: CurrentUser | null;
  /** The user is not known yet: on the server, during hydration, and until the server has answered. */
  readonly isLoading: boolean;
  /** There is a valid token, and the server has answered with its user. */
  readonly isSignedIn: boolean;
}

/** The user of this browser, if any. */
export function useCurrentUser(): CurrentUserState {
  const token = useToken();
  const { data, isPending } = useQuery({ ...currentUserQuery(), enabled: typeof token === 'string' });
  const user = token ? (data ?? null) : null;
  return { user, isLoading: token === undefined || (token !== null && isPending), isSignedIn: user !== null };
}
