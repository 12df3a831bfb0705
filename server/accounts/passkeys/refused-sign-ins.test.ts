import { expect, it } from 'vitest';
import { createPasskeySignInService, type PasskeySignInDeps } from './sign-in-service.ts';
import type { KnownPasskey } from './store.ts';

const passkey = { id: 'p1', user_id: 'u1', email: 'ada@example.com' } as KnownPasskey;
const assertion = { id: 'c1' } as Parameters<ReturnType<typeof createPasskeySignInService>['signIn']>[0];
const challenge = { userId: null, matches: () => true };

it.each([
  ['without a challenge', { challenge: undefined }, undefined],
  ['of an unknown passkey', { passkey: undefined }, undefined],
  ['with a wrong signature', {}, passkey.email],
])('a sign-in %s is counted', async (_, found, email) => {
  const { challenge: taken, passkey: known } = { challenge, passkey, ...found };
  const counted: unknown[] = [];
  const deps = {
    limits: { takeTry: async () => undefined },
    passkeyChallenges: { take: async () => taken },
    passkeys: { find: async () => known },
    webAuthn: { checkAssertion: async () => undefined },
    refusedTries: { count: (...given: unknown[]) => void counted.push(given) },
  } as unknown as PasskeySignInDeps;
  const visitor = { network: 'n' } as Parameters<ReturnType<typeof createPasskeySignInService>['signIn']>[1];
  await expect(createPasskeySignInService(deps).signIn(assertion, visitor)).rejects.toThrow('did not work');
  expect(counted).toEqual([['passkeys_refused', email]]);
});
