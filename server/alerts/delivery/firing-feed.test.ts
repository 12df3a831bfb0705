import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firingSchema } from '#contract/alerts/alerts.ts';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import type { PersonalEvent } from '#server/platform/streams/personal-events.ts';
import { addUser } from '../../../tests/support/accounts/users.ts';
import { addFiring } from '../../../tests/support/alerts/alert-rows.ts';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';
import { createFiringFeed, type FiringFeed } from './firing-feed.ts';
import { createFiringFeedStore } from './firing-feed-store.ts';
import { importedMailId } from './imported-mail-id.ts';

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`the feed of firings on ${name}`, () => {
    let database: TestDatabase;
    let db: Database;
    let ada: string;
    let bob: string;
    let feed: FiringFeed;
    const warnings: unknown[] = [];

    function openFeed(): FiringFeed {
      const warn = (...entry: unknown[]) => void warnings.push(entry);
      return createFiringFeed({ store: createFiringFeedStore(db), logger: { warn } });
    }
    beforeEach(async () => {
      database = await create();
      db = await database.open();
      await migrateDatabase(db);
      [ada, bob] = [await addUser(db), await addUser(db)];
      feed = openFeed();
    });
    afterEach(async () => {
      await feed.stop();
      await database.remove();
    });

    /** What a subscriber receives, and a promise of its next event. */
    function listen(userId: string, from = feed) {
      const sent: PersonalEvent[] = [];
      let resolveNext = (_: PersonalEvent) => {};
      const stop = from.subscribe(userId, (event) => {
        sent.push(event);
        resolveNext(event);
      });
      const next = () =>
        new Promise<PersonalEvent>((resolve) => {
          resolveNext = resolve;
        });
      return { sent, next, stop };
    }

    it('sends each firing to its user, with its number as the event id', async () => {
      await feed.start();
      const [hers, his] = [listen(ada), listen(bob)];
      const row = await addFiring(db, ada, { note: 'A "note"\nof two lines' });
      const next = hers.next();
      feed.nudge();
      const event = await next;
      expect(event).toMatchObject({ id: String(row.number), event: 'alert' });
      expect(event.data).not.toContain('\n');
      expect(firingSchema.parse(JSON.parse(event.data))).toMatchObject({ id: row.id, number: row.number });
      expect(his.sent).toEqual([]);
      expect(feed.position()).toBe(String(row.number));
      expect(await feed.latest()).toBe(String(row.number));
    });

    it('starts after earlier firings', async () => {
      const old = await addFiring(db, ada);
      await feed.start();
      expect(feed.position()).toBe(String(old.number));
      const { sent, next } = listen(ada);
      const fired = await addFiring(db, ada);
      const event = next();
      feed.nudge();
      await event;
      expect(sent.map(({ id }) => id)).toEqual([String(fired.number)]);
      expect((await feed.since(ada, '0', 10)).map(({ id }) => id)).toEqual([
        String(old.number),
        String(fired.number),
      ]);
      expect(await feed.since(ada, String(old.number), 10)).toHaveLength(1);
      expect(await feed.since(ada, '0', 1)).toHaveLength(1);
      expect(await feed.since(bob, '0', 10)).toEqual([]);
    });

    it('finds firings written by another process', async () => {
      await feed.start();
      const { next } = listen(ada);
      const event = next();
      const row = await addFiring(db, ada);
      expect((await event).id).toBe(String(row.number));
    });

    it('sends more firings than fit on a page in number order', async () => {
      await feed.start();
      const { sent } = listen(ada);
      const { number: first, ...row } = await addFiring(db, ada);
      const more = Array.from({ length: 1200 }, (_, index) => ({
        ...row,
        id: `more-${index}`,
        arming: index + 2,
        number: first + 1 + index,
      }));
      for (let from = 0; from < more.length; from += 400) {
        await db
          .insertInto('alert_firings')
          .values(more.slice(from, from + 400))
          .execute();
      }
      feed.nudge();
      const lengths = new Set<number>();
      while (sent.length < 1201) {
        await setImmediate();
        lengths.add(sent.length);
      }
      // Other calls come in between two pages.
      expect([...lengths]).toEqual(expect.arrayContaining([500, 1000]));
      expect(sent.map(({ id }) => Number(id))).toEqual([first, ...more.map(({ number }) => number)]);
    });

    it('sends no firings of an account file, not even to who has been away since', async () => {
      await feed.start();
      const from = feed.position();
      const { sent, next } = listen(ada);
      const { number: first, ...row } = await addFiring(db, ada, { mail_id: importedMailId });
      const fired = await addFiring(db, ada);
      const event = next();
      feed.nudge();
      await event;
      expect(sent.map(({ id }) => id)).toEqual([String(fired.number)]);
      expect((await feed.since(ada, from, 3)).map(({ id }) => id)).toEqual([String(fired.number)]);
      const more = [1, 2, 3].map((place) => ({
        ...row,
        id: `${place}`,
        arming: 1 + place,
        number: first - place,
      }));
      await db.insertInto('alert_firings').values(more).execute();
      // Behind so many, others could be missed.
      expect(await feed.since(ada, String(first - 4), 3)).toHaveLength(3);
    });

    it('skips users with in-app notifications off', async () => {
      await db.insertInto('alert_settings').values({ user_id: ada, email: 1, push: 1, in_app: 0 }).execute();
      await feed.start();
      const [hers, his] = [listen(ada), listen(bob)];
      await addFiring(db, ada);
      await addFiring(db, bob);
      const event = his.next();
      feed.nudge();
      await event;
      expect([hers.sent.length, his.sent.length]).toEqual([0, 1]);
      expect(await feed.since(ada, '0', 10)).toEqual([]);
      const last = await addFiring(db, ada);
      feed.nudge();
      // Read once, not again and again until somebody else's alert fires.
      await expect.poll(() => feed.position()).toBe(String(last.number));
      expect(hers.sent).toEqual([]);
    });

    it('continues when one listener fails, and stops for a listener that left', async () => {
      await feed.start();
      feed.subscribe(ada, () => {
        throw new Error('gone');
      });
      const [left, staying] = [listen(ada), listen(ada)];
      left.stop();
      await addFiring(db, ada);
      const event = staying.next();
      feed.nudge();
      await event;
      expect([left.sent.length, staying.sent.length, warnings.length]).toEqual([0, 1, 1]);
    });
  });
}
