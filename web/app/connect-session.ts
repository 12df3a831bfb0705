import type { QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '#web/accounts/queries.ts';
import {
  dropInvalidToken,
  getToken,
  isSameUser,
  refuseToken,
  watchToken,
} from '#web/accounts/session/session.ts';
import { setCredentials } from '#web/lib/api-client.ts';
import { storageKeys } from '#web/lib/storage.ts';
import { forgetUserData } from './query-client.ts';

/**
 * Sends this browser's session with every call. Drops a token that is invalid or refused by the server. When the user
 * signs out or another one signs in, in any tab, everything fetched for the previous user is removed. The user,
 * including the plan, is refetched when the page regains the focus, another tab notices another plan, or the server
 * refuses a call with 403.
 */
export function connectSession(queryClient: QueryClient): void {
  const { queryKey } = currentUserQuery();
  const refetchUser = () => void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
  setCredentials({ getToken, onRefused: refuseToken, onForbidden: refetchUser, watch: watchToken });
  const onReturn = () => document.hidden || refetchUser();
  addEventListener('focus', onReturn);
  addEventListener('visibilitychange', onReturn);
  addEventListener('storage', ({ key }) => key === storageKeys.paid && refetchUser());
  dropInvalidToken();
  watchToken((token, previous) => {
    if (isSameUser(token, previous)) void queryClient.invalidateQueries({ queryKey });
    else forgetUserData(queryClient);
  });
}
