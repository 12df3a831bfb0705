import { sendApi } from '#web/lib/api-client.ts';
import { dropToken } from './session.ts';

/**
 * Ends the session, here and on the server. Here it ends at once and in every tab, whether the server can be reached
 * or not.
 */
export function signOut(): void {
  // The call has taken the token before it is dropped.
  sendApi('POST', '/api/auth/signout').catch(() => {});
  dropToken();
}
