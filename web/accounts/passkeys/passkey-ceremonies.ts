import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { Passkey, PasskeyCreation, PasskeyRequest } from '#contract/accounts/passkeys.ts';
import { sendApi } from '#web/lib/api-client.ts';

/* The WebAuthn ceremonies, loaded on first use. `describePasskeyFailure` explains their errors. */

/** Creates a passkey on the device and adds it to the account. */
export async function runRegistrationCeremony(name: string): Promise<Passkey> {
  const optionsJSON = await sendApi<PasskeyCreation>('POST', '/api/auth/passkeys/options');
  const credential = await startRegistration({ optionsJSON });
  return sendApi<Passkey>('POST', '/api/auth/passkeys', { name, credential });
}

/** Signs in with a passkey from the device. Returns the session token. */
export async function runAuthenticationCeremony(): Promise<string> {
  const optionsJSON = await sendApi<PasskeyRequest>('POST', '/api/auth/signin/passkey/options');
  const credential = await startAuthentication({ optionsJSON });
  const { token } = await sendApi<{ token: string }>('POST', '/api/auth/signin/passkey', { credential });
  return token;
}
