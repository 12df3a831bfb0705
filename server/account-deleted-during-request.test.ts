import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { accountAppPerTest } from '../tests/support/accounts/account-app-per-test.ts';
import { testDatabases } from '../tests/support/databases.ts';

const ada = 'ada@example.com';
const requests = [
  ['PUT', '/api/alerts/settings', { email: false }],
  ['PUT', '/api/learning/basics', {}],
  ['POST', '/api/auth/email', { email: 'new@example.com' }],
  ['POST', '/api/auth/passkeys/options', {}],
  ['POST', '/api/portfolios', { name: 'Late' }],
] as const;

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(
    `an account deleted while the body of its request arrives, on ${name}`,
    () => {
      const site = accountAppPerTest(create);

      it.each(requests)('makes the request unauthorized: %s %s', async (method, url, body) => {
        const member = await site.member(ada);
        /** Deletes the account once the request has been admitted. */
        async function* send() {
          const text = JSON.stringify(body);
          yield text.slice(0, 1);
          expect((await member.call('DELETE', '/api/account')).status).toBe(204);
          yield text.slice(1);
        }
        const answer = await member.call(method, url, Readable.from(send()), {
          'content-type': 'application/json',
          'idempotency-key': 'key-of-this-request',
        });
        expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized']);
      });

      // The account is gone before the transaction begins, but after the session was found.
      it.runIf(name === 'SQLite')('makes a request for a code unauthorized', async () => {
        const member = await site.member(ada);
        site.pass(60_000);
        await sql`create trigger gone before insert on codes begin delete from users; end`.execute(site.db);
        expect((await member.signIn(ada)).body).toMatchObject({ code: 'unauthorized' });
      });
    },
  );
}
