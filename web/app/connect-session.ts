import type { QueryClient } from '@tanstack/react-query';
import { dropToken, getToken, isSameUser, watchToken } from '#web/accounts/session/session.ts';
import { currentUserQuery } from '../accounts/queries.ts';
import { setCredentials } from '../lib/api-client.ts';
import { storageKeys } from '../lib/storage.ts';
import { forgetUserData } from './query-client.ts';

/**
 * Makes every call one of this browser's session. A token that cannot be valid, or that the server refuses, is
 * dropped; when another user's takes its place, or none, in whatever tab, what was fetched with it is forgotten.
 * Who the user is, and with it the plan, is asked again whenever somebody comes back to the page, another tab learns of
 * another plan, or the server refuses what the plan as it is known here would allow.
 */
export function connectSession(queryClient: QueryClient): void {
  const { queryKey } = currentUserQuery();
  const askAgain = () => void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
  setCredentials({ getToken, onRefused: dropToken, onForbidden: askAgain, watch: watchToken });
  const onReturn = () => document.hidden || askAgain();
  addEventListener('focus', onReturn);
  addEventListener('visibilitychange', onReturn);
  addEventListener('storage', ({ key }) => key === storageKeys.paid && askAgain());
  if (getToken() === null) dropToken();
  watchToken((token, before) => {
    if (isSameUser(token, before)) void queryClient.invalidateQueries({ queryKey });
    else forgetUserData(queryClient);
  });
}
