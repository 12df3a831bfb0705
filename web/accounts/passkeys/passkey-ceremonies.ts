import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { Passkey, PasskeyCreation, PasskeyRequest } from '#contract/accounts/passkeys.ts';
import { sendApi } from '#web/lib/api-client.ts';

/*
 * What needs the user's device, loaded when it is first used. For why a ceremony failed see `describePasskeyFailure`.
 */

/** Has the device make a passkey, and adds it to the account. */
export async function addPasskey(name: string): Promise<Passkey> {
  const optionsJSON = await sendApi<PasskeyCreation>('POST', '/api/auth/passkeys/options');
  const credential = await startRegistration({ optionsJSON });
  return sendApi<Passkey>('POST', '/api/auth/passkeys', { name, credential });
}

/** Signs in with a passkey that the user chooses on the device, and returns the token. */
export async function signInWithPasskey(): Promise<string> {
  const optionsJSON = await sendApi<PasskeyRequest>('POST', '/api/auth/signin/passkey/options');
  const credential = await startAuthentication({ optionsJSON });
  const { token } = await sendApi<{ token: string }>('POST', '/api/auth/signin/passkey', { credential });
  return token;
}
