import type { QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '../accounts/queries.ts';
import { dropToken, getToken, isSameUser, watchToken } from '../accounts/session.ts';
import { setCredentials } from '../lib/api-client.ts';
import { forgetUserData } from './query-client.ts';

/**
 * Makes every call one of this browser's session. A token that cannot be valid, or that the server refuses, is
 * dropped; when another user's takes its place, or none, in whatever tab, what was fetched with it is forgotten.
 */
export function connectSession(queryClient: QueryClient): void {
  setCredentials({ getToken, onRefused: dropToken, watch: watchToken });
  if (getToken() === null) dropToken();
  watchToken((token, before) => {
    if (isSameUser(token, before))
      void queryClient.invalidateQueries({ queryKey: currentUserQuery().queryKey });
    else forgetUserData(queryClient);
  });
}
