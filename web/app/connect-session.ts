import type { QueryClient } from '@tanstack/react-query';
import {
  dropInvalidToken,
  getToken,
  isSameUser,
  refuseToken,
  watchToken,
} from '#web/accounts/session/session.ts';
import { currentUserQuery } from '../accounts/queries.ts';
import { setCredentials } from '../lib/api-client.ts';
import { storageKeys } from '../lib/storage.ts';
import { forgetUserData } from './query-client.ts';

/**
 * Sends this browser's session with every call. Drops a token that is invalid or refused by the server. When another
 * user signs in, or the user signs out, in any tab, everything fetched for the previous one is removed. The user,
 * including the plan, is refetched when the page regains the focus, another tab learns of another plan, or the server
 * refuses something that the known plan would allow.
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
  watchToken((token, before) => {
    if (isSameUser(token, before)) void queryClient.invalidateQueries({ queryKey });
    else forgetUserData(queryClient);
  });
}
