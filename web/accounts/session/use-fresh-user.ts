import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../queries.ts';
import { type CurrentUserState, useCurrentUser } from './use-current-user.ts';

/** Who uses this browser, asked anew: for what turns on the plan, which may have changed meanwhile. */
export function useFreshUser(): CurrentUserState {
  const current = useCurrentUser();
  useQuery({ ...currentUserQuery(), enabled: current.isSignedIn, refetchOnMount: 'always' });
  return current;
}
