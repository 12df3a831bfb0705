import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import type { AlertFiringTable } from '#server/platform/database/tables/alert-tables.ts';
import { createOutbox } from '#server/platform/jobs/outbox.ts';
import { addUser } from '../../../tests/support/accounts/users.ts';
import { addFiring, fakeAlert } from '../../../tests/support/alerts/alert-rows.ts';
import { addSession, addSubscription } from '../../../tests/support/alerts/push-rows.ts';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';
import { fakeNow } from '../../../tests/support/market/fake-market.ts';
import { createAlertStore } from '../store.ts';
import { createTellOfFiring } from './notification-store.ts';
import { createPauseLinks } from './pause-links.ts';
import { createSettingsStore } from './settings-store.ts';

const clock = { now: () => fakeNow };
const day = 24 * 60 * 60_000;

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`telling of a firing on ${name}`, () => {
    let database: TestDatabase;
    let db: Database;
    const pauseLinks = createPauseLinks('a secret of this test');

    beforeAll(async () => {
      database = await create();
      db = await database.open();
      await migrateDatabase(db);
    });
    afterAll(() => database.remove());

    const tell = (firing: AlertFiringTable) =>
      db.transaction().execute((tx) =>
        createTellOfFiring({
          outbox: createOutbox(db, clock),
          pauseLinks,
          publicUrl: () => 'https://altimeter.example',
          clock,
          sessionIdleMs: 14 * day,
        })(tx, firing),
      );

    /** Somebody with an alert that has fired, and a browser that takes push messages. */
    async function makeFired(
      alert: Parameters<typeof fakeAlert>[0] = {},
      firing: Partial<AlertFiringTable> = {},
    ) {
      const userId = await addUser(db);
      const row = fakeAlert(alert);
      await createAlertStore(db).add(userId, row, () => true);
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

    it('is a mail that says all there is to say, and a message to each browser', async () => {
      const { userId, alertId, subscriptionId, fired } = await makeFired({ note: 'Sell half' });
      await tell(fired);
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
    Noticed     2026-01-02 03:16:05 UTC
    Prices by   CoinGecko

Your note: Sell half

This alert is done: it fires again only once you arm it again. To pause it then, open this and press the button there:

    https://altimeter.example/alerts/pause#${pauseLinks.sign(alertId)}

The link pauses this one alert and opens nothing else. Your alerts, and whether they are mailed at all:

    https://altimeter.example/alerts

Altimeter
https://altimeter.example
`);
      expect(await pushesOf(fired)).toEqual([
        {
          id: expect.any(String),
          firing_id: fired.id,
          subscription_id: subscriptionId,
          due_at: fakeNow,
          expires_at: fakeNow + day,
          tries: 0,
        },
      ]);
    });

    it('says in the mail how long one rests that repeats, and which prices are not real', async () => {
      const { userId, fired } = await makeFired(
        { repeat: 'every', cooldown_minutes: 120, condition: 'change_24h_below' },
        { condition: 'change_24h_below', threshold: '-5.5', change_24h: null, source: 'simulated' },
      );
      await tell(fired);
      const [mail] = await mailsOf(userId);
      expect(mail!.subject).toBe('Demo market: Bitcoin: 24h change is below -5.5%');
      expect(mail!.body).toContain('24h change  not known\n');
      expect(mail!.body).toContain('Prices by   the demo market: simulated, not real\n');
      expect(mail!.body).toContain('It rests for 2 hours, then it fires at the next crossing.');
      expect(mail!.body).not.toContain('Your note');
    });

    it('speaks of no crossing in the mail where there was none', async () => {
      const { userId, fired } = await makeFired({}, { crossed_after: fakeNow, crossed_by: fakeNow });
      await tell(fired);
      const [mail] = await mailsOf(userId);
      expect(mail!.body).toContain(
        '    Held        when you set the alert, and at 2026-01-02 03:04:05 UTC\n',
      );
      expect(mail!.body).not.toContain('Crossed');
    });

    it.each([
      ['email', 0, 1, null],
      ['push', 1, 0, null],
      ['inApp', 1, 1, fakeNow + 720_000],
    ] as const)('leaves out what the user has switched off: %s', async (way, mails, pushes, seenAt) => {
      const { userId, fired } = await makeFired();
      await createSettingsStore(db).updateSettings(userId, { [way]: false });
      await tell(fired);
      expect(await mailsOf(userId)).toHaveLength(mails);
      expect(await pushesOf(fired)).toHaveLength(pushes);
      const row = db.selectFrom('alert_firings').select('seen_at').where('id', '=', fired.id);
      expect(await row.executeTakeFirst()).toEqual({ seen_at: seenAt });
    });

    it('stays within the app where nobody has proved the address', async () => {
      const { userId, fired } = await makeFired();
      await db.updateTable('users').set({ proved_email: null }).where('id', '=', userId).execute();
      await tell(fired);
      expect([await mailsOf(userId), await pushesOf(fired)]).toEqual([[], []]);
    });

    it.each([{ expires_at: fakeNow }, { last_seen_at: fakeNow - 14 * day }])(
      'does not go to a browser whose session has ended: %j',
      async (ended) => {
        const { sessionId, fired } = await makeFired();
        await db.updateTable('sessions').set(ended).where('id', '=', sessionId).execute();
        await tell(fired);
        expect(await pushesOf(fired)).toEqual([]);
      },
    );

    it('queues nothing where the firing is not written', async () => {
      const { userId, fired } = await makeFired();
      const outbox = createOutbox(db, clock);
      const publicUrl = () => 'https://altimeter.example';
      const telling = createTellOfFiring({ outbox, pauseLinks, publicUrl, clock, sessionIdleMs: day });
      const broken = db.transaction().execute(async (tx) => {
        await telling(tx, fired);
        throw new Error('the disk is full');
      });
      await expect(broken).rejects.toThrow('the disk is full');
      expect([await mailsOf(userId), await pushesOf(fired)]).toEqual([[], []]);
    });
  });
}
