import type { KyselyPlugin } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { transact } from '#server/platform/database/transact.ts';
import { createOutbox } from '#server/platform/jobs/outbox.ts';
import { addUser } from '../../../tests/support/accounts/users.ts';
import { addAlert } from '../../../tests/support/alerts/alert-rows.ts';
import { testDatabases } from '../../../tests/support/databases.ts';
import { fakeNow } from '../../../tests/support/market/fake-market.ts';
import { useMigratedDatabase } from '../../../tests/support/migrated-database.ts';
import { takeRevisions } from '../revision-store.ts';
import { createFiringStore } from './firing-store.ts';
import { createNotificationService } from './notification-service.ts';
import { createPauseLinks } from './pause-links.ts';

const minute = 60_000;

/** Fails each statement after the first `allowed`, as if the process had been killed there. */
function failAfter(allowed: number): KyselyPlugin & { count: number } {
  return {
    count: 0,
    transformQuery({ node }) {
      this.count += 1;
      if (this.count > allowed) throw new Error('killed');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`e-mails about many alerts on ${name}`, () => {
    let db: Database;
    let now = fakeNow;
    let userId: string;
    let fired = 0;

    useMigratedDatabase(create, (opened) => {
      db = opened;
    });
    beforeEach(async () => {
      now = fakeNow;
      await db.deleteFrom('mails').execute();
      userId = await addUser(db);
    });

    const clock = { now: () => now };
    const outbox = () => createOutbox(db, clock);

    /** Fires new alerts of a user in one transaction, like the evaluation. Returns the names their e-mails mention. */
    async function fire(count: number, on: Database = db, owner = userId): Promise<string[]> {
      const alerts = [];
      for (let index = 0; index < count; index++) {
        fired += 1;
        alerts.push(await addAlert(db, owner, { name: `Coin ${fired};` }));
      }
      await record(alerts, on);
      return alerts.map(({ name: coin }) => coin);
    }

    function record(alerts: readonly Awaited<ReturnType<typeof addAlert>>[], on: Database): Promise<void> {
      const service = createNotificationService({
        outbox: createOutbox(on, clock),
        pauseLinks: createPauseLinks('a secret of this test'),
        siteName: 'Sextant',
        publicUrl: () => 'https://altimeter.example',
        clock,
        sessionIdleMs: minute,
      });
      return transact(on, async (tx) => {
        const first = await takeRevisions(tx, alerts.length);
        const rows = alerts.map(
          ({ id, user_id, coin_id, symbol, name: coin, condition, threshold }, index) => ({
            ...{
              id: `f-${id}`,
              alert_id: id,
              arming: 1,
              user_id,
              coin_id,
              symbol,
              name: coin,
              condition,
              threshold,
              currency: 'usd',
            },
            ...{ price: '112.5', change_24h: null, crossed_after: now, crossed_by: now, fired_at: now },
            ...{
              note: null,
              number: first + index,
              seen_at: null,
              source: 'coingecko' as const,
              mail_id: null,
            },
          }),
        );
        await service.notify(tx, await createFiringStore(on).add(tx, rows));
      });
    }

    const listMails = (owner = userId) =>
      db.selectFrom('mails').selectAll().where('user_id', '=', owner).orderBy('created_at').execute();
    const namesIn = (text: string) => [...text.matchAll(/Coin \d+;/g)].map(([coin]) => coin);
    const listNamed = async (owner = userId) => (await listMails(owner)).flatMap(({ body }) => namesIn(body));

    it('are sent singly up to ten in ten minutes', async () => {
      await fire(6);
      now += 9 * minute;
      await fire(4);
      expect(await listMails()).toHaveLength(10);
      now += 10 * minute;
      await fire(10);
      expect(await listMails()).toHaveLength(20);
    });

    it('are combined into one digest if more than ten fire together', async () => {
      const coins = await fire(40);
      const [digest, ...others] = await listMails();
      expect(others).toEqual([]);
      expect(digest!.subject).toBe('40 of your alerts triggered');
      expect(namesIn(digest!.body)).toEqual(coins);
      // The text must also be true if no other e-mails were sent before it.
      expect(digest!.body).toMatch(
        /^40 of your alerts triggered\. More than ten alerts in ten minutes are combined/,
      );
      expect(digest!.body).toContain(
        `- ${coins[0]} (BTC) is above $110. Price $112.50, 2026-01-02 03:04:05 UTC\n`,
      );
      expect(digest!.body).toContain(
        '\n    https://altimeter.example/alerts\n\nSextant\nhttps://altimeter.example\n',
      );
    });

    it('join the waiting digest, together with unsent single ones', async () => {
      const coins = await fire(10);
      const sent = await outbox().claimDue(1, minute);
      coins.push(...(await fire(1)));
      now += 44_000;
      coins.push(...(await fire(5)));
      const mails = await listMails();
      expect(mails).toHaveLength(2);
      expect(mails.find(({ id }) => id !== sent[0]!.id)!.subject).toBe('15 of your alerts triggered');
      expect((await listNamed()).sort()).toEqual(coins.sort());
    });

    it('are sent within a minute; later firings go into the next', async () => {
      await fire(20);
      expect(await outbox().claimDue(9, minute)).toEqual([]);
      now += 50_000;
      expect(await outbox().claimDue(9, minute)).toMatchObject([{ subject: '20 of your alerts triggered' }]);
      await fire(1);
      expect((await listMails()).map(({ subject }) => subject).sort()).toEqual([
        '1 of your alerts triggered',
        '20 of your alerts triggered',
      ]);
    });

    it('go to the new address if it has changed since', async () => {
      await fire(20);
      await db
        .updateTable('users')
        .set({ proved_email: 'new@example.com' })
        .where('id', '=', userId)
        .execute();
      now += 1000;
      const coins = await fire(1);
      const mails = await listMails();
      expect(mails).toHaveLength(2);
      expect(mails[1]).toMatchObject({ recipient: 'new@example.com' });
      expect(namesIn(mails[1]!.body)).toEqual(coins);
    });

    it('are separate for each account', async () => {
      const other = await addUser(db);
      await fire(20);
      const coins = await fire(1, db, other);
      expect(await listNamed(other)).toEqual(coins);
    });

    it('name each alert once, wherever a process is killed', async () => {
      const coins = await fire(10);
      await outbox().claimDue(1, minute);
      let kills = 0;
      for (let allowed = 0; ; allowed++) {
        fired += 1;
        const alerts = [await addAlert(db, userId, { name: `Coin ${fired};` })];
        const killer = failAfter(allowed);
        const isKilled = await record(alerts, db.withPlugin(killer)).then(
          () => false,
          () => true,
        );
        if (isKilled) {
          kills += 1;
          expect((await listNamed()).sort()).toEqual(coins.sort());
          await record(alerts, db);
        }
        coins.push(alerts[0]!.name);
        expect((await listNamed()).sort()).toEqual(coins.sort());
        if (!isKilled) break;
      }
      expect(kills).toBeGreaterThan(8);
    });
  });
}
