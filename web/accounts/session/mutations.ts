import { sendApi } from '#web/lib/api-client.ts';
import { dropToken } from './session.ts';

/**
 * Ends the session on the server, and immediately in all tabs of this browser. Not a hook, because nothing waits for
 * the answer: the session ends here even if the server can't be reached.
 */
export function signOut(): void {
  // Sent first, because the request needs the token.
  sendApi('POST', '/api/auth/signout').catch(() => {});
  dropToken();
}
