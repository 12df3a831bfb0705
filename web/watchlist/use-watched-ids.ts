import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';
import { watchlistQuery } from './queries.ts';

const none: ReadonlySet<string> = new Set();

/** The ids of the watched coins. Empty for a visitor. */
export function useWatchedIds(): ReadonlySet<string> {
  const { isSignedIn } = useCurrentUser();
  const { data } = useQuery({ ...watchlistQuery(), enabled: isSignedIn });
  return useMemo(
    () => (data && isSignedIn ? new Set(data.map(({ coinId }) => coinId)) : none),
    [data, isSignedIn],
  );
}
