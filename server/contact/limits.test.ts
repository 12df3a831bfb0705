import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountApp, createAccountApp, minute } from '../../tests/support/accounts/account-app.ts';
import { type TestDatabase, testDatabases } from '../../tests/support/databases.ts';

const message = { name: 'Ada Lovelace', subject: 'A price that is off', message: 'Two lines.' };

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`the limits of contact and leads on ${name}`, () => {
    let database: TestDatabase;
    let limited: AccountApp;

    beforeAll(async () => {
      database = await create();
      limited = await createAccountApp(database, {});
    });
    afterAll(async () => {
      await limited.app.close();
      await database.remove();
    });

    it.each([
      ['/api/contact', (email: string) => ({ ...message, email })],
      ['/api/leads', (email: string) => ({ email, magnet: 'portfolio-kit', variant: 'inline' })],
    ] as const)('allow %s five times an hour per address and per network', async (url, body) => {
      const send = (email: string, address: string) =>
        limited.browser(address).call('POST', url, body(email));
      for (let count = 1; count <= 5; count += 1)
        expect((await send('a@example.com', `10.0.${count}.1`)).status).toBe(202);
      const sixth = await send('a@example.com', '10.0.6.1');
      expect([sixth.status, sixth.body.code, sixth.headers['retry-after']]).toEqual([
        429,
        'rate_limited',
        '3600',
      ]);
      for (let count = 1; count <= 5; count += 1)
        expect((await send(`b${count}@example.com`, `10.1.1.${count}`)).status).toBe(202);
      expect((await send('b6@example.com', '10.1.1.6')).status).toBe(429);
      expect((await send('b6@example.com', '10.1.2.6')).status).toBe(202);
      limited.pass(60 * minute);
      expect((await send('a@example.com', '10.1.1.6')).status).toBe(202);
    });
  });
}
