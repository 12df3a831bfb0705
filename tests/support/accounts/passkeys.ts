import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Passkey, PasskeyCreation, PasskeyRequest } from '#contract/accounts/passkeys.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { AccountClient, Answer } from './account-client.ts';
import { PasskeyDevice, type PasskeyFaults } from './passkey-device.ts';

/** The cookie with the secret of a browser's passkey request. */
export const passkeyCookie = '__Host-altimeter-passkey';

export async function listPasskeys(client: AccountClient): Promise<Passkey[]> {
  return (await client.call('GET', '/api/auth/passkeys')).body as unknown as Passkey[];
}

/** Requests the options of a new passkey. */
export async function requestPasskeyOptions(client: AccountClient): Promise<PasskeyCreation> {
  return (await client.call('POST', '/api/auth/passkeys/options')).body as unknown as PasskeyCreation;
}

/** Sends a new passkey's credential, as from `PasskeyDevice.create`. */
export function sendNewPasskey(
  client: AccountClient,
  credential: object,
  name = 'A browser',
): Promise<Answer> {
  return client.call('POST', '/api/auth/passkeys', { name, credential });
}

/** Adds a passkey to the client's account, on a new device. */
export async function addPasskey(client: AccountClient, name?: string): Promise<PasskeyDevice> {
  const device = new PasskeyDevice();
  const answer = await sendNewPasskey(client, device.create(await requestPasskeyOptions(client)), name);
  expect(answer.status).toBe(201);
  return device;
}

/** Requests the options of a sign-in with a passkey. */
export async function requestSignInOptions(client: AccountClient): Promise<PasskeyRequest> {
  return (await client.call('POST', '/api/auth/signin/passkey/options')).body as unknown as PasskeyRequest;
}

/** Signs in with a passkey's signature; the client keeps the token. */
export async function sendPasskeySignature(client: AccountClient, credential: object): Promise<Answer> {
  const answer = await client.call('POST', '/api/auth/signin/passkey', { credential });
  if (typeof answer.body.token === 'string') client.token = answer.body.token;
  return answer;
}

/** Requests options, signs them and signs in. */
export async function signInWith(client: AccountClient, device: PasskeyDevice, faults?: PasskeyFaults) {
  return sendPasskeySignature(client, device.sign(await requestSignInOptions(client), faults));
}

/** Inserts a passkey, for tests that are not about adding one. Returns the id. */
export async function insertPasskey(db: Database, userId: string): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('passkeys')
    .values({
      id,
      user_id: userId,
      credential_id: `credential of ${id}`,
      public_key: '',
      counter: 0,
      transports: '[]',
      name: 'Phone',
      created_at: 0,
      last_used_at: null,
    })
    .execute();
  return id;
}
