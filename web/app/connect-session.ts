import type { QueryClient } from '@tanstack/react-query';
import { dropToken, getToken, watchToken } from '../accounts/session.ts';
import { setCredentials } from '../lib/api-client.ts';
import { forgetUserData } from './query-client.ts';

/**
 * Makes every call one of this browser's session. A token that cannot be valid, or that the server refuses, is
 * dropped; with each change of the token, by whatever tab, what was fetched with the one before is forgotten.
 */
export function connectSession(queryClient: QueryClient): void {
  setCredentials({ getToken, onRefused: dropToken });
  if (getToken() === null) dropToken();
  watchToken(() => forgetUserData(queryClient));
}
