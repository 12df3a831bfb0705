import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { transact } from '#server/platform/database/transact.ts';
import { minute } from '../../tests/support/accounts/account-app.ts';
import { accountAppPerTest } from '../../tests/support/accounts/account-app-per-test.ts';
import { me, watch } from '../../tests/support/accounts/account-calls.ts';
import type { AccountClient } from '../../tests/support/accounts/account-client.ts';
import { addApiKey, programWith, setTier } from '../../tests/support/accounts/api-keys.ts';
import { holdLocks } from '../../tests/support/accounts/hold-locks.ts';
import { testDatabases } from '../../tests/support/databases.ts';
import { fakeSnapshot } from '../../tests/support/market/fake-market.ts';

const ada = 'ada@example.com';
const eve = 'eve@example.com';
const coinIds = fakeSnapshot().coins.map(({ id }) => id);

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`while an account has a long transaction, on ${name},`, () => {
    const site = accountAppPerTest(create);

    /** Runs `work` while a transaction locks the account, as the import of a large file does for a minute. */
    async function whileLocked<Result>(client: AccountClient, work: () => Promise<Result>): Promise<Result> {
      const { id } = (await me(client)) as { id: string };
      return transact(site.db, async (tx) => {
        await lockOwner(tx, id);
        return work();
      });
    }

    it('neither its own reads nor those of others wait for it', async () => {
      const [owner, other] = [await site.member(ada), await site.member(eve)];
      await setTier(site, ada, 'premium');
      const program = programWith(site, (await addApiKey(owner)).key);
      const statuses = await whileLocked(owner, async () => {
        // From now on, the next use of a session or key is to be recorded.
        site.pass(minute);
        const clients = [owner, owner, other, other, program, program];
        const answers = await Promise.all(clients.map((client) => client.call('GET', '/api/watchlist')));
        return answers.map(({ status }) => status);
      });
      expect(statuses).toEqual(Array(6).fill(200));
      await setImmediate();
      site.pass(minute);
      await owner.call('GET', '/api/watchlist');
      const { last_used_at: lastUsedAt } = await site.db
        .selectFrom('users')
        .select('last_used_at')
        .where('email', '=', ada)
        .executeTakeFirstOrThrow();
      expect(lastUsedAt).toBe(site.clock.now());
    });

    it.runIf(name === 'PostgreSQL')('its waiting writes leave connections to the others', async () => {
      const [owner, other] = [await site.member(ada), await site.member(eve)];
      let waiting: Promise<{ status: number }>[] = [];
      const answers = await whileLocked(owner, async () => {
        waiting = Array.from({ length: 20 }, (_, number) =>
          number % 2
            ? watch(owner, coinIds[number % coinIds.length]!)
            : owner.call('PUT', '/api/auth/me', { firstName: 'Ada', lastName: `${number}` }),
        );
        const read = other.call('GET', '/api/watchlist');
        const written = watch(other, coinIds[0]!);
        return [(await read).status, (await written).status];
      });
      expect(answers).toEqual([200, 201]);
      const statuses = (await Promise.all(waiting)).map(({ status }) => status);
      expect(statuses.every((status) => status === 200 || status === 201)).toBe(true);
    });

    it.runIf(name === 'PostgreSQL')(
      'nor do the writes of several accounts of a network take all',
      async () => {
        const owners: AccountClient[] = [];
        for (const owner of ['a', 'b', 'c', 'd']) owners.push(await site.member(`${owner}@example.com`));
        const other = site.browser('198.51.100.7');
        await other.signUp(eve);
        let waiting: Promise<{ status: number }>[] = [];
        const locked = sql`select id from users where email <> ${eve} for no key update`;
        await holdLocks(site.db, locked, async (blocked) => {
          waiting = owners.flatMap((owner) => coinIds.slice(0, 2).map((coinId) => watch(owner, coinId)));
          await blocked(4);
          expect((await watch(other, coinIds[0]!)).status).toBe(201);
        });
        expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(8).fill(201));
      },
    );

    it.runIf(name === 'PostgreSQL')('nor do visitors who try codes for it', async () => {
      const [visitor, other] = [site.browser(), await site.member(eve)];
      await visitor.signUp(ada);
      const code = await site.codeTo(ada);
      let waiting: Promise<{ status: number }>[] = [];
      const locked = sql`select id from users where email = ${ada} for no key update`;
      await holdLocks(site.db, locked, async (blocked) => {
        waiting = [visitor.verify(ada, code)];
        // It has used up the code, so that further tries wait for it.
        await blocked(1);
        waiting.push(...Array.from({ length: 20 }, () => visitor.verify(ada, code)));
        await blocked(4);
        expect((await other.call('GET', '/api/watchlist')).status).toBe(200);
      });
      const statuses = (await Promise.all(waiting)).map(({ status }) => status);
      expect(statuses).toEqual([200, ...Array(20).fill(400)]);
    });

    it.runIf(name === 'PostgreSQL')('others change their addresses, and restore them', async () => {
      const [owner, other] = [await site.member(ada), await site.member(eve)];
      site.pass(minute);
      const request = async (client: AccountClient, email: string) => {
        await client.call('POST', '/api/auth/email', { email });
        return { email, code: await site.codeTo(email) };
      };
      const own = await request(owner, 'countess@example.com');
      const theirs = await request(other, 'evelyn@example.com');
      let waiting: Promise<{ status: number }> | undefined;
      const restored = await whileLocked(owner, async () => {
        waiting = owner.call('POST', '/api/auth/email/verify', own);
        const { status } = await other.call('POST', '/api/auth/email/verify', theirs);
        expect(status).toBe(200);
        const texts = (await site.mailsTo(eve)).map(({ text }) => text);
        const token = texts.flatMap((text) => /\/account\/restore#(\S+)/.exec(text)?.[1] ?? [])[0];
        return (await site.browser().call('POST', '/api/auth/email/undo', { token })).status;
      });
      expect([restored, (await waiting)?.status]).toEqual([200, 200]);
    });
  });
}
