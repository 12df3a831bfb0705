import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '#server/config/read-config.ts';
import { createAccountApp, day, minute } from '../../tests/support/accounts/account-app.ts';
import { accountAppPerTest } from '../../tests/support/accounts/account-app-per-test.ts';
import { holdLocks } from '../../tests/support/accounts/hold-locks.ts';
import { testDatabases } from '../../tests/support/databases.ts';
import { createTestParts } from '../../tests/support/test-parts.ts';
import { createAccountsModule } from './module.ts';

const ada = 'ada@example.com';

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`the sweep on ${name}`, () => {
    const site = accountAppPerTest(create, (database) => createAccountApp(database, {}));

    async function sweep(env: NodeJS.ProcessEnv = {}): Promise<void> {
      const parts = createTestParts(site);
      const deps = {
        ...parts,
        config: loadConfig(env),
        userData: [],
        refuseApi: () => undefined,
        isCurrency: () => true,
      };
      for (const job of createAccountsModule(deps).jobs) {
        await job.start();
        await job.stop();
      }
    }
    const count = async (table: 'users' | 'sessions' | 'challenges' | 'rate_limits' | 'mails' | 'browsers') =>
      (await site.db.selectFrom(table).selectAll().execute()).length;

    it('removes only unverified accounts unused for thirty days', async () => {
      const used = site.browser();
      await used.signUp('used@example.com');
      await site.browser().signUp('unused@example.com');
      await site.member(ada);
      // A session expires after fourteen days without use.
      for (let i = 0; i < 2; i++) {
        site.pass(10 * day);
        await used.call('GET', '/api/auth/me');
      }
      site.pass(10 * day + minute);
      await sweep();
      const users = await site.db.selectFrom('users').select('email').orderBy('email').execute();
      expect(users.map(({ email }) => email)).toEqual([ada, 'used@example.com']);
    });

    it('removes expired codes, rate limits, idle sessions and old e-mails', async () => {
      const browser = await site.member(ada);
      await browser.call('GET', '/api/auth/me');
      await site.browser().signIn('bob@example.com');
      await sweep();
      expect([await count('challenges'), await count('mails'), await count('sessions')]).toEqual([1, 2, 1]);
      site.pass(8 * day);
      await sweep();
      expect(await count('challenges')).toBe(0);
      expect(await count('mails')).toBe(0);
      expect(await count('rate_limits')).toBe(0);
      expect(await count('sessions')).toBe(1);
      site.pass(7 * day);
      await sweep();
      expect([await count('sessions'), await count('users'), await count('browsers')]).toEqual([0, 1, 1]);
      site.pass(400 * day);
      await sweep();
      expect([await count('users'), await count('browsers')]).toEqual([1, 0]);
    });

    it.skipIf(name === 'SQLite')(
      'leaves rows that others are using, with which it would deadlock',
      async () => {
        await site.browser().signUp(ada);
        await site.plainClient().signUp(ada);
        await site.browser('192.0.2.1').signIn('bob@example.com');
        site.pass(20 * day);
        const keys = { sessions: 'id', challenges: 'secret_hash', codes: 'id', rate_limits: 'key' };
        for (const [table, key] of Object.entries(keys)) {
          const [rows, column] = [sql.table(table), sql.ref(key)];
          const count = async () =>
            (await sql<{ count: number }>`select count(*) as count from ${rows}`.execute(site.db)).rows[0]!
              .count;
          expect(await count()).toBeGreaterThan(1);
          const first = sql`select 1 from ${rows} where ${column} = (select min(${column}) from ${rows}) for update`;
          await holdLocks(site.db, first, () => sweep());
          expect([table, await count()]).toEqual([table, 1]);
          await sweep();
          expect(await count()).toBe(0);
          await site.browser(`198.51.100.${table.length}`).signUp(ada);
          await site.browser(`203.0.113.${table.length}`).signUp(ada);
          await site.browser('192.0.2.1').signIn('bob@example.com');
          site.pass(20 * day);
        }
      },
    );
  });
}
