import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAlertSchema, type UpdateAlert } from '#contract/alerts/alerts.ts';
import { createUserStore } from '#server/accounts/user-store.ts';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { transact } from '#server/platform/database/transact.ts';
import { addUser } from '../../tests/support/accounts/users.ts';
import { addAlert, addFiring, type fakeAlert } from '../../tests/support/alerts/alert-rows.ts';
import { addSession, addSubscription } from '../../tests/support/alerts/push-rows.ts';
import { type TestDatabase, testDatabases } from '../../tests/support/databases.ts';
import { fakeNow } from '../../tests/support/market/fake-market.ts';
import { fakeRateService } from '../../tests/support/market/fake-rates.ts';
import { createPauseLinks } from './delivery/pause-links.ts';
import type { Arming } from './evaluation/arming.ts';
import { type AlertService, createAlertService } from './service.ts';
import { type AlertRow, createAlertStore } from './store.ts';

const later: Arming = {
  armed_at: fakeNow + 60_000,
  armed_as_of: fakeNow + 50_000,
  armed_price: '105',
  armed_change: null,
  armed_rate: null,
  armed_source: 'simulated',
};
const pauseLinks = createPauseLinks('a secret of this test');
const above110 = addAlertSchema.parse({
  coinId: 'bitcoin',
  symbol: 'btc',
  name: 'Bitcoin',
  condition: 'price_above',
  threshold: '110',
});

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`alerts on ${name}`, () => {
    let database: TestDatabase;
    let db: Database;
    let service: AlertService;

    beforeAll(async () => {
      database = await create();
      db = await database.open();
      await migrateDatabase(db);
      service = createAlertService({
        database: db,
        store: createAlertStore(db),
        findCoin: async (coinId) => ({ coinId, symbol: 'btc', name: 'Bitcoin' }),
        isQuoted: () => true,
        arm: () => later,
        rates: fakeRateService(),
        pauseLinks,
        clock: { now: () => fakeNow },
      });
    });
    afterAll(() => database.remove());

    const listRows = (userId: string) => createAlertStore(db).list(userId);
    const statuses = async (userId: string) => (await listRows(userId)).map(({ status }) => status);
    async function addAlerts(userId: string, ...parts: Parameters<typeof fakeAlert>[0][]) {
      const rows: AlertRow[] = [];
      for (const part of parts) rows.push(await addAlert(db, userId, part));
      return rows;
    }
    /** Counts the changes or additions that were accepted, and lists the error codes of the others. */
    async function settle(calls: readonly Promise<unknown>[]) {
      const results = await Promise.allSettled(calls);
      const refused = results.filter((result) => result.status === 'rejected');
      const codes = new Set(refused.map(({ reason }) => reason.code));
      return { accepted: results.length - refused.length, refused: refused.length, codes: [...codes] };
    }

    it('are listed in the order they were added, even within a millisecond', async () => {
      const user = await addUser(db);
      for (const threshold of ['3', '1', '2']) await service.addAlert(user, { ...above110, threshold });
      const rows = await listRows(user);
      expect(rows.map(({ threshold }) => threshold)).toEqual(['3', '1', '2']);
      const revisions = rows.map(({ revision }) => revision);
      expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
      expect(new Set(revisions).size).toBe(3);
    });

    it('are listed after a cursor that no page had, too', async () => {
      const user = await addUser(db);
      await service.addAlert(user, above110);
      const cursor = '9999999999999999-9999999999999999-x';
      expect((await service.listPage(user, { count: 10, cursor })).alerts).toHaveLength(1);
    });

    it('stay at three for a free user when two hundred are added concurrently', async () => {
      const user = await addUser(db);
      await addAlerts(user, {}, { status: 'paused' }, { status: 'triggered' });
      const answers = await settle(Array.from({ length: 200 }, () => service.addAlert(user, above110)));
      expect(answers).toEqual({ accepted: 1, refused: 199, codes: ['limit_reached'] });
      expect((await statuses(user)).filter((status) => status !== 'triggered')).toHaveLength(3);
    });

    it('stay within the limit when many triggered ones are armed concurrently', async () => {
      const user = await addUser(db);
      const triggered = Array.from({ length: 20 }, () => ({ status: 'triggered' as const }));
      const alerts = await addAlerts(user, ...triggered);
      const answers = await settle(
        alerts.map(({ id }) => service.updateAlert(user, id, { status: 'active' })),
      );
      expect(answers).toEqual({ accepted: 3, refused: 17, codes: ['limit_reached'] });
      expect((await statuses(user)).filter((status) => status === 'active')).toHaveLength(3);
    });

    it('are armed again at the current quote', async () => {
      const user = await addUser(db);
      const [before] = await addAlerts(user, { status: 'triggered', arming: 4, next_allowed_at: fakeNow });
      await service.updateAlert(user, before!.id, { status: 'active', whenTrue: 'fire' });
      const [row] = await listRows(user);
      expect(row).toMatchObject({
        ...later,
        status: 'active',
        arming: 5,
        next_allowed_at: null,
        when_true: 'fire',
      });
      expect(row!.revision).toBeGreaterThan(before!.revision);
    });

    it('keep their arming when other fields change', async () => {
      const user = await addUser(db);
      await addAlerts(user, {});
      const [before] = await listRows(user);
      const change: UpdateAlert = { note: 'Sell', cooldownMinutes: 90, repeat: 'every' };
      await service.updateAlert(user, before!.id, change);
      expect(await listRows(user)).toEqual([
        { ...before, note: 'Sell', cooldown_minutes: 90, repeat: 'every' },
      ]);
    });

    it('belong to one user', async () => {
      const [mine, other] = [await addUser(db), await addUser(db)];
      const [alert] = await addAlerts(mine, {});
      const missing = { code: 'not_found' };
      await expect(service.updateAlert(other, alert!.id, { status: 'paused' })).rejects.toMatchObject(
        missing,
      );
      await expect(service.removeAlert(other, alert!.id)).rejects.toMatchObject(missing);
      expect(await statuses(mine)).toEqual(['active']);
      await service.removeAlert(mine, alert!.id);
      await expect(service.removeAlert(mine, alert!.id)).rejects.toMatchObject(missing);
    });

    it('are paused by their link, if they are active', async () => {
      const user = await addUser(db);
      const [active, done] = await addAlerts(user, {}, { status: 'triggered' });
      const pause = (id: string) => service.pauseAlert(pauseLinks.sign(id));
      for (const wasActive of [true, false])
        expect(await pause(active!.id)).toMatchObject({ status: 'paused', wasActive });
      expect(await pause(done!.id)).toMatchObject({ status: 'triggered', wasActive: false });
      await expect(pause('no-such-alert')).rejects.toMatchObject({ code: 'not_found' });
    });

    it('are deleted with their user, including the history and everything queued', async () => {
      const user = await addUser(db);
      await addAlerts(user, {});
      const { id: firingId } = await addFiring(db, user);
      const sessionId = await addSession(db, user, { last_seen_at: 0, expires_at: 0 });
      const subscription_id = await addSubscription(db, { userId: user, sessionId });
      const delivery = { id: user, firing_id: firingId, subscription_id, due_at: 0, expires_at: 0 };
      const owner = { user_id: user, host: 'push.example' };
      await db
        .insertInto('push_deliveries')
        .values({ ...delivery, ...owner })
        .execute();
      await db.insertInto('alert_settings').values({ user_id: user, email: 0, push: 1, in_app: 1 }).execute();
      await transact(db, (tx) => createUserStore(db).remove(tx, user));
      for (const table of ['alerts', 'alert_firings', 'alert_settings', 'push_subscriptions'] as const) {
        const left = db.selectFrom(table).select('user_id').where('user_id', '=', user);
        expect(await left.execute(), table).toEqual([]);
      }
      const left = db.selectFrom('push_deliveries').select('id').where('id', '=', user);
      expect(await left.execute()).toEqual([]);
      await expect(service.addAlert(user, above110)).rejects.toMatchObject({ code: 'unauthorized' });
    });

    it('move to another user with their history, armed as they are and paused beyond the limit', async () => {
      const [from, to] = [await addUser(db), await addUser(db)];
      await addAlerts(from, {}, {}, {});
      await addAlerts(to, {}, {});
      const moved = await listRows(from);
      const { id: firingId } = await addFiring(db, from, { alert_id: moved[0]!.id });
      await transact(db, (tx) => service.mergeAlerts(tx, from, to));
      const rows = await listRows(to);
      expect(rows).toHaveLength(5);
      const arrived = moved.map((row, place) => ({
        ...row,
        user_id: to,
        status: place === 0 ? 'active' : 'paused',
      }));
      expect(rows).toEqual(expect.arrayContaining(arrived));
      const firing = db.selectFrom('alert_firings').select('user_id').where('id', '=', firingId);
      expect(await firing.executeTakeFirst()).toEqual({ user_id: to });
    });
  });
}
