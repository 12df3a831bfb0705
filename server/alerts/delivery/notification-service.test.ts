import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import type { AlertFiringTable } from '#server/platform/database/tables/alert-tables.ts';
import { transact } from '#server/platform/database/transact.ts';
import { createOutbox } from '#server/platform/jobs/outbox.ts';
import { addUser } from '../../../tests/support/accounts/users.ts';
import { addAlert, addFiring, type fakeAlert } from '../../../tests/support/alerts/alert-rows.ts';
import { addSession, addSubscription } from '../../../tests/support/alerts/push-rows.ts';
import { countTurns } from '../../../tests/support/count-turns.ts';
import { testDatabases } from '../../../tests/support/databases.ts';
import { fakeNow } from '../../../tests/support/market/fake-market.ts';
import { useMigratedDatabase } from '../../../tests/support/migrated-database.ts';
import { createNotificationService } from './notification-service.ts';
import { createPauseLinks } from './pause-links.ts';
import { createSettingsStore } from './settings-store.ts';

const clock = { now: () => fakeNow };
const day = 24 * 60 * 60_000;

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`the notifications of a firing on ${name}`, () => {
    let db: Database;
    const pauseLinks = createPauseLinks('a secret of this test');

    useMigratedDatabase(create, (opened) => {
      db = opened;
    });

    const createService = () =>
      createNotificationService({
        outbox: createOutbox(db, clock),
        pauseLinks,
        siteName: 'Sextant',
        publicUrl: () => 'https://altimeter.example',
        clock,
        sessionIdleMs: 14 * day,
      });
    const notify = (firing: AlertFiringTable) => transact(db, (tx) => createService().notify(tx, [firing]));

    /** A user with an alert that has fired, and a browser that accepts push messages. */
    async function makeFired(
      alert: Parameters<typeof fakeAlert>[0] = {},
      firing: Partial<AlertFiringTable> = {},
    ) {
      const userId = await addUser(db);
      const row = await addAlert(db, userId, alert);
      const sessionId = await addSession(db, userId, { last_seen_at: fakeNow, expires_at: fakeNow + day });
      const subscriptionId = await addSubscription(db, { userId, sessionId });
      return {
        userId,
        sessionId,
        subscriptionId,
        alertId: row.id,
        fired: await addFiring(db, userId, { alert_id: row.id, note: row.note, ...firing }),
      };
    }
    const mailsOf = (userId: string) =>
      db.selectFrom('mails').selectAll().where('user_id', '=', userId).execute();
    const pushesOf = (firing: AlertFiringTable) =>
      db.selectFrom('push_deliveries').selectAll().where('firing_id', '=', firing.id).execute();

    it('are written yielding to other calls, of one account as of many', async () => {
      const { userId, alertId, fired } = await makeFired();
      const firings = [fired];
      for (let arming = 2; arming <= 60; arming++)
        firings.push(await addFiring(db, userId, { alert_id: alertId, arming }));
      for (let count = 0; count < 60; count++) firings.push((await makeFired()).fired);
      const writing = transact(db, (tx) => createService().notify(tx, firings));
      const [, turns] = await countTurns(writing);
      expect(turns).toBeGreaterThanOrEqual(6);
    });

    it('are no more push messages than an account can have alerts, as long as they wait', async () => {
      const { userId, subscriptionId, alertId, fired } = await makeFired();
      const sessionId = await addSession(db, userId, { last_seen_at: fakeNow, expires_at: fakeNow + day });
      await addSubscription(db, { userId, sessionId });
      const times = { due_at: fakeNow + day, expires_at: fakeNow + day };
      const one = {
        firing_id: fired.id,
        subscription_id: subscriptionId,
        user_id: userId,
        host: 'a.example',
      };
      for (let start = 0; start < 9_999; start += 909) {
        const rows = Array.from({ length: 909 }, () => ({ ...one, ...times, id: randomUUID() }));
        await db.insertInto('push_deliveries').values(rows).execute();
      }
      const [second, third] = [await addFiring(db, userId, { alert_id: alertId, arming: 2 }), fired];
      await transact(db, (tx) => createService().notify(tx, [second, third]));
      expect(await pushesOf(second)).toHaveLength(1);
      expect(await pushesOf(third)).toHaveLength(9_999);
      expect(await mailsOf(userId)).toHaveLength(2);
    });

    it('are an e-mail with all the details, and a push message to each browser', async () => {
      const { userId, alertId, subscriptionId, fired } = await makeFired({ note: 'Sell half' });
      await notify(fired);
      const [mail, ...others] = await mailsOf(userId);
      expect(others).toEqual([]);
      expect(mail).toMatchObject({
        recipient: `${userId}@example.com`,
        subject: 'Bitcoin is above $110',
        expires_at: fakeNow + 3 * day,
      });
      expect(mail!.body).toBe(`Bitcoin (BTC) is above $110.

    Price       $112.50
    24h change  +3.46%
    Crossed     between 2026-01-02 03:04:05 UTC and 2026-01-02 03:10:05 UTC
    Detected    2026-01-02 03:16:05 UTC
    Source      CoinGecko

Your note: Sell half

This alert has triggered and stays silent until you arm it again. To pause it once it is armed again, open this link and press the button:

    https://altimeter.example/alerts/pause#${pauseLinks.sign(alertId)}

The link works without signing in and can only pause this alert. Manage your alerts and email notifications here:

    https://altimeter.example/alerts

Sextant
https://altimeter.example
`);
      expect(await pushesOf(fired)).toEqual([
        {
          id: expect.any(String),
          firing_id: fired.id,
          subscription_id: subscriptionId,
          user_id: userId,
          host: 'push.example',
          claimed_until: 0,
          due_at: fakeNow,
          expires_at: fakeNow + day,
          tries: 0,
        },
      ]);
    });

    it('state the cooldown of a repeating alert, and that simulated prices are not real', async () => {
      const { userId, fired } = await makeFired(
        { repeat: 'every', cooldown_minutes: 120, condition: 'change_24h_below' },
        { condition: 'change_24h_below', threshold: '-5.5', change_24h: null, source: 'simulated' },
      );
      await notify(fired);
      const [mail] = await mailsOf(userId);
      expect(mail!.subject).toBe('Demo market: Bitcoin: 24h change is below -5.5%');
      expect(mail!.body).toContain('24h change  unknown\n');
      expect(mail!.body).toContain('Source      Demo market (simulated, not real)\n');
      expect(mail!.body).toContain('After a cooldown of 2 hours, it notifies you of the next crossing.');
      expect(mail!.body).not.toContain('Your note');
    });

    it('mention no crossing if the condition held when the alert was set', async () => {
      const { userId, fired } = await makeFired({}, { crossed_after: fakeNow, crossed_by: fakeNow });
      await notify(fired);
      const [mail] = await mailsOf(userId);
      expect(mail!.body).toContain(
        '    Met         when you set the alert, and at 2026-01-02 03:04:05 UTC\n',
      );
      expect(mail!.body).not.toContain('Crossed');
    });

    it.each([
      ['email', 0, 1, null],
      ['push', 1, 0, null],
      ['inApp', 1, 1, fakeNow + 720_000],
    ] as const)('leave out what the user switched off: %s', async (way, mails, pushes, seenAt) => {
      const { userId, fired } = await makeFired();
      await createSettingsStore(db).updateSettings(userId, { [way]: false });
      await notify(fired);
      expect(await mailsOf(userId)).toHaveLength(mails);
      expect(await pushesOf(fired)).toHaveLength(pushes);
      const row = db.selectFrom('alert_firings').select('seen_at').where('id', '=', fired.id);
      expect(await row.executeTakeFirst()).toEqual({ seen_at: seenAt });
    });

    it('stay in the app for an unverified address', async () => {
      const { userId, fired } = await makeFired();
      await db.updateTable('users').set({ proved_email: null }).where('id', '=', userId).execute();
      await notify(fired);
      expect([await mailsOf(userId), await pushesOf(fired)]).toEqual([[], []]);
    });

    it.each([{ expires_at: fakeNow }, { last_seen_at: fakeNow - 14 * day }])(
      'skip a browser whose session has ended: %j',
      async (ended) => {
        const { sessionId, fired } = await makeFired();
        await db.updateTable('sessions').set(ended).where('id', '=', sessionId).execute();
        await notify(fired);
        expect(await pushesOf(fired)).toEqual([]);
      },
    );

    it('are not queued if the firing is rolled back', async () => {
      const { userId, fired } = await makeFired();
      const broken = transact(db, async (tx) => {
        await createService().notify(tx, [fired]);
        throw new Error('the disk is full');
      });
      await expect(broken).rejects.toThrow('the disk is full');
      expect([await mailsOf(userId), await pushesOf(fired)]).toEqual([[], []]);
    });
  });
}
