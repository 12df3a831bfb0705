import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../queries.ts';
import { type CurrentUserState, useCurrentUser } from './use-current-user.ts';

/** Like `useCurrentUser`, but refetches the user on mount, because the plan may have changed. */
export function useFreshUser(): CurrentUserState {
  const current = useCurrentUser();
  useQuery({ ...currentUserQuery(), enabled: current.isSignedIn, refetchOnMount: 'always' });
  return current;
}
