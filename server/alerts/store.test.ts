import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { addUser } from '../../tests/support/accounts/users.ts';
import { addFiring, fakeAlert } from '../../tests/support/alerts/alert-rows.ts';
import { type TestDatabase, testDatabases } from '../../tests/support/databases.ts';
import { fakeNow } from '../../tests/support/market/fake-market.ts';
import { removeAccount } from '../accounts/service.ts';
import { createUserStore } from '../accounts/user-store.ts';
import { mayAdd as mayAddOf } from '../billing/service.ts';
import { planChange } from './change-alert.ts';
import type { Arming } from './evaluation/arming.ts';
import { mergeAlerts } from './merge-store.ts';
import { type AlertStore, createAlertStore } from './store.ts';

const always = () => true;
const mayAdd = (tier: Parameters<typeof mayAddOf>[0], count: number) => mayAddOf(tier, 'alerts', count);
const later: Arming = {
  armed_at: fakeNow + 60_000,
  armed_as_of: fakeNow + 50_000,
  armed_price: '105',
  armed_change: null,
  armed_source: 'simulated',
};

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`alerts on ${name}`, () => {
    let database: TestDatabase;
    let db: Database;
    let store: AlertStore;

    beforeAll(async () => {
      database = await create();
      db = await database.open();
      await migrateDatabase(db);
      store = createAlertStore(db);
    });
    afterAll(() => database.remove());

    const change = (userId: string, id: string, wanted: Parameters<typeof planChange>[1]) =>
      store.update(userId, id, { plan: (row) => planChange(row, wanted), arm: () => later, mayAdd });
    async function addAlerts(userId: string, ...parts: Parameters<typeof fakeAlert>[0][]) {
      const alerts = parts.map((part) => fakeAlert(part));
      for (const alert of alerts) await store.add(userId, alert, always);
      return alerts;
    }
    const statuses = async (userId: string) => (await store.list(userId)).map(({ status }) => status);

    it('come back as they were added, in that order even within a millisecond', async () => {
      const user = await addUser(db);
      const alerts = await addAlerts(user, {}, { threshold: '0.1', note: 'Sell' }, { coin_id: 'ethereum' });
      const rows = await store.list(user);
      expect(rows).toMatchObject(alerts);
      const revisions = rows.map(({ revision }) => revision);
      expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
      expect(new Set(revisions).size).toBe(3);
    });

    it('end with exactly three of a free user when two hundred are added at once to two', async () => {
      const user = await addUser(db);
      await addAlerts(user, {}, { status: 'paused' }, { status: 'triggered' });
      const answers = await Promise.all(
        Array.from({ length: 200 }, () => store.add(user, fakeAlert(), mayAdd)),
      );
      expect(answers.filter(({ outcome }) => outcome === 'added')).toHaveLength(1);
      expect(answers.filter(({ outcome }) => outcome === 'full')).toHaveLength(199);
      expect((await statuses(user)).filter((status) => status !== 'triggered')).toHaveLength(3);
    });

    it('pass no limit when many that have fired are armed again at once', async () => {
      const user = await addUser(db);
      const alerts = await addAlerts(
        user,
        ...Array.from({ length: 20 }, () => ({ status: 'triggered' as const })),
      );
      const answers = await Promise.all(alerts.map(({ id }) => change(user, id, { status: 'active' })));
      expect(answers.filter(({ outcome }) => outcome === 'updated')).toHaveLength(3);
      expect((await statuses(user)).filter((status) => status === 'active')).toHaveLength(3);
    });

    it('are armed anew by what is believed then', async () => {
      const user = await addUser(db);
      const [alert] = await addAlerts(user, { status: 'triggered', arming: 4, next_allowed_at: fakeNow });
      const [before] = await store.list(user);
      const answer = await change(user, alert!.id, { status: 'active', whenTrue: 'fire' });
      const [row] = await store.list(user);
      expect(answer).toEqual({ outcome: 'updated', row });
      expect(row).toMatchObject({
        ...later,
        status: 'active',
        arming: 5,
        next_allowed_at: null,
        when_true: 'fire',
      });
      expect(row!.revision).toBeGreaterThan(before!.revision);
    });

    it('keep what they were armed by when something else is changed', async () => {
      const user = await addUser(db);
      await addAlerts(user, {});
      const [before] = await store.list(user);
      await change(user, before!.id, { note: 'Sell', cooldownMinutes: 90, repeat: 'every' });
      expect(await store.list(user)).toEqual([
        { ...before, note: 'Sell', cooldown_minutes: 90, repeat: 'every' },
      ]);
    });

    it('are each their own user’s', async () => {
      const [mine, other] = [await addUser(db), await addUser(db)];
      const [alert] = await addAlerts(mine, {});
      expect(await change(other, alert!.id, { status: 'paused' })).toEqual({ outcome: 'missing' });
      expect(await store.remove(other, alert!.id)).toBe(false);
      expect(await statuses(mine)).toEqual(['active']);
      expect(await store.remove(mine, alert!.id)).toBe(true);
      expect(await store.remove(mine, alert!.id)).toBe(false);
    });

    it('are paused by their id alone, where they are active', async () => {
      const user = await addUser(db);
      const [active, done] = await addAlerts(user, {}, { status: 'triggered' });
      for (const wasActive of [true, false])
        expect(await store.pause(active!.id)).toMatchObject({ row: { status: 'paused' }, wasActive });
      expect(await store.pause(done!.id)).toMatchObject({ row: { status: 'triggered' }, wasActive: false });
      expect(await store.pause('no-such-alert')).toBeUndefined();
    });

    it('go with their user, with their history and all that was to be sent', async () => {
      const user = await addUser(db);
      await addAlerts(user, {});
      const { id: firingId } = await addFiring(db, user);
      const session = { user_id: user, user_agent: '', created_at: 0, last_seen_at: 0, expires_at: 0 };
      await db
        .insertInto('sessions')
        .values({ id: `session-of-${user}`, cookie_hash: null, proved_at: null, ...session })
        .execute();
      const subscription = { id: `browser-of-${user}`, user_id: user, session_id: `session-of-${user}` };
      const target = { endpoint: `https://push.example/${user}`, p256dh: '', auth: '', created_at: 0 };
      await db
        .insertInto('push_subscriptions')
        .values({ ...subscription, ...target })
        .execute();
      const delivery = { id: user, firing_id: firingId, due_at: 0, expires_at: 0 };
      await db
        .insertInto('push_deliveries')
        .values({ ...delivery, subscription_id: subscription.id })
        .execute();
      await db.insertInto('alert_settings').values({ user_id: user, email: 0, push: 1, in_app: 1 }).execute();
      await removeAccount({ db, users: createUserStore(db) }, user);
      for (const table of ['alerts', 'alert_firings', 'alert_settings', 'push_subscriptions'] as const) {
        const left = db.selectFrom(table).select('user_id').where('user_id', '=', user);
        expect(await left.execute(), table).toEqual([]);
      }
      const left = db.selectFrom('push_deliveries').select('id').where('id', '=', user);
      expect(await left.execute()).toEqual([]);
      expect(await store.add(user, fakeAlert(), always)).toEqual({ outcome: 'gone' });
    });

    it('are handed on with their history, armed as they are and whatever the limit', async () => {
      const [from, to] = [await addUser(db), await addUser(db)];
      await addAlerts(from, {}, {}, {});
      await addAlerts(to, {}, {}, {});
      const moved = await store.list(from);
      const { id: firingId } = await addFiring(db, from, { alert_id: moved[0]!.id });
      await db.transaction().execute((tx) => mergeAlerts(tx, from, to));
      const rows = await store.list(to);
      expect(rows).toHaveLength(6);
      expect(rows).toEqual(expect.arrayContaining(moved.map((row) => ({ ...row, user_id: to }))));
      const firing = db.selectFrom('alert_firings').select('user_id').where('id', '=', firingId);
      expect(await firing.executeTakeFirst()).toEqual({ user_id: to });
    });
  });
}
