import { expect, it } from 'vitest';
import { PasskeyDevice } from '../../../tests/support/accounts/passkey-device.ts';
import { createWebAuthn } from './webauthn.ts';

const user = { userId: 'u1', email: 'ada@example.com', name: 'Ada', challenge: 'AAAA', passkeys: [] };
const isChallenge = (challenge: string) => challenge === 'AAAA';

it('uses the public host, even if it is known only once the server listens', async () => {
  let publicUrl = 'http://localhost:0';
  const webAuthn = createWebAuthn({ siteName: 'Sextant', publicUrl: () => publicUrl });
  publicUrl = 'https://altimeter.example:8443';
  const options = webAuthn.describeCreation(user);
  expect([options.rp.id, webAuthn.describeRequest('AAAA').rpId]).toEqual([
    'altimeter.example',
    'altimeter.example',
  ]);
  const check = (origin: string) =>
    webAuthn.checkCreation({ ...new PasskeyDevice(origin).create(options), type: 'public-key' }, isChallenge);
  expect(await check(publicUrl)).toMatchObject({ counter: 0, transports: '["internal"]' });
  expect(await check('https://altimeter.example')).toBeUndefined();
  expect(await check('http://altimeter.example:8443')).toBeUndefined();
});
