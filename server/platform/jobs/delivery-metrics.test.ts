import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPushQueue } from '#server/alerts/push/queue-store.ts';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { createOutbox } from '#server/platform/jobs/outbox.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { createMailModule } from '#server/platform/mail/module.ts';
import { addUser } from '../../../tests/support/accounts/users.ts';
import { addFiring } from '../../../tests/support/alerts/alert-rows.ts';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';
import { fakeNow } from '../../../tests/support/market/fake-market.ts';
import { registerDeliveryMetrics } from './delivery-metrics.ts';

const hour = 3_600_000;
const logger = createLogger('silent');

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`the waiting messages on ${name}`, () => {
    let database: TestDatabase;
    let db: Database;
    let now = fakeNow;
    const clock = { now: () => now };

    beforeAll(async () => {
      database = await create();
      db = await database.open();
      await migrateDatabase(db);
    });
    afterAll(() => database.remove());

    function openMetrics(isMailed: boolean) {
      const registry = new Registry();
      const mail = { smtpUrl: isMailed ? 'smtp://mail.example' : undefined, from: 'no-reply@example.com' };
      registerDeliveryMetrics(registry, {
        ...createMailModule({
          config: { mail, dataDir: '', trustedProxies: 0 },
          outbox: createOutbox(db, clock),
          clock,
          logger,
        }).queues,
        push: createPushQueue(db, clock),
      });
      return async () => (await registry.metrics()).match(/^deliveries_pending.+$/gm);
    }

    it('are counted by channel until they expire', async () => {
      const userId = await addUser(db);
      const mail = { to: 'ada@example.com', subject: 'A', text: 'B', userId, lifeMs: hour };
      await db.transaction().execute((tx) => createOutbox(db, clock).add(tx, mail));
      const { id } = await addFiring(db, userId);
      const life = { due_at: fakeNow, expires_at: fakeNow + 2 * hour, user_id: userId, host: 'push.example' };
      const pushes = ['a', 'b'].map((push) => ({ id: push, firing_id: id, subscription_id: push, ...life }));
      await db.insertInto('push_deliveries').values(pushes).execute();
      const read = openMetrics(true);
      expect(await read()).toEqual([
        'deliveries_pending{channel="email"} 1',
        'deliveries_pending{channel="push"} 2',
      ]);
      now += hour;
      expect(await read()).toEqual([
        'deliveries_pending{channel="email"} 0',
        'deliveries_pending{channel="push"} 2',
      ]);
    });

    it('include no e-mail without a mail server', async () => {
      expect(await openMetrics(false)()).toEqual(['deliveries_pending{channel="push"} 2']);
    });

    it('are the only metric left out when the database cannot be read', async () => {
      const closed = await database.open();
      await closed.destroy();
      const registry = new Registry();
      registerDeliveryMetrics(registry, { email: createOutbox(closed, clock) });
      expect(await registry.metrics()).not.toMatch(/^deliveries_pending/m);
    });
  });
}
