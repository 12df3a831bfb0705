import { sendApi } from '#web/lib/api-client.ts';
import { dropToken } from './session.ts';

/**
 * Ends the session on the server and, at once and in every tab, here. No hook: nothing waits for the answer, and it
 * ends here even where the server can't be reached.
 */
export function signOut(): void {
  // The call takes the token along before it is dropped.
  sendApi('POST', '/api/auth/signout').catch(() => {});
  dropToken();
}
