import type { AskForCodeAnswer, CurrentUser } from '#contract/accounts/accounts.ts';
import type { AddedApiKey } from '#contract/accounts/api-keys.ts';
import { readApi, sendApi } from '#web/lib/api-client.ts';
import { dropToken, storeToken } from '../session/session.ts';
import type { CodeRequest } from '../sign-in/sign-in-calls.ts';

/** Changes the user's name. */
export function updateName(name: { firstName: string; lastName: string }): Promise<CurrentUser> {
  return sendApi<CurrentUser>('PUT', '/api/auth/me', name);
}

/** Mails a code to an address that is to become the user's. */
export async function askForEmailChange(email: string): Promise<CodeRequest> {
  const { challenge } = await sendApi<AskForCodeAnswer>('POST', '/api/auth/email', { email });
  return { email, challenge, sentAt: Date.now() };
}

/** Makes the address the user's, by the code that was mailed there. */
export async function verifyEmailChange({ email, challenge }: CodeRequest, code: string): Promise<void> {
  const body = { email, code, challenge };
  const { token } = await sendApi<{ token: string }>('POST', '/api/auth/email/verify', body);
  storeToken(token);
}

/** Ends one session of the user. */
export function endSession(sessionId: string): Promise<undefined> {
  return sendApi('DELETE', `/api/auth/sessions/${encodeURIComponent(sessionId)}`);
}

/** Ends every session of the user but this one. */
export function endOtherSessions(): Promise<undefined> {
  return sendApi('DELETE', '/api/auth/sessions');
}

/** Deletes a passkey of the user: it opens nothing from then on. */
export function removePasskey(passkeyId: string): Promise<undefined> {
  return sendApi('DELETE', `/api/auth/passkeys/${encodeURIComponent(passkeyId)}`);
}

/** Makes an API key: the answer alone has the key itself. */
export function addApiKey(name: string): Promise<AddedApiKey> {
  return sendApi<AddedApiKey>('POST', '/api/keys', { name });
}

/** Deletes an API key of the user: it opens nothing from then on. */
export function removeApiKey(keyId: string): Promise<undefined> {
  return sendApi('DELETE', `/api/keys/${encodeURIComponent(keyId)}`);
}

/** Everything the service keeps of the user. */
export function readExport(): Promise<unknown> {
  return readApi('/api/account/export');
}

/** Deletes the account with all there is of it. */
export async function deleteAccount(): Promise<void> {
  await sendApi('DELETE', '/api/account');
  dropToken();
}
