import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import type { AlertFiringTable } from '#server/platform/database/tables/alert-tables.ts';
import { addUser } from '../../../tests/support/accounts/users.ts';
import { addFiring } from '../../../tests/support/alerts/alert-rows.ts';
import { addSession, addSubscription } from '../../../tests/support/alerts/push-rows.ts';
import { countTurns } from '../../../tests/support/count-turns.ts';
import { testDatabases } from '../../../tests/support/databases.ts';
import { useMigratedDatabase } from '../../../tests/support/migrated-database.ts';
import { createPushDelivery } from './delivery.ts';
import { createEndpointHealthStore } from './endpoint-health-store.ts';
import { createPushQueue } from './queue-store.ts';
import type { PushOutcome, PushTarget } from './sender.ts';

const start = Date.UTC(2026, 0, 2);
const day = 24 * 60 * 60_000;

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`push messages on ${name}`, () => {
    let db: Database;
    let now: number;
    let warnings: unknown[];
    /** Every message sent, with its endpoint. */
    let sent: { endpoint: string; id: string; ttlSeconds: number }[];
    let answers: PushOutcome[];

    useMigratedDatabase(create, (opened) => {
      db = opened;
    });
    beforeEach(() => {
      now = start;
      [warnings, sent, answers] = [[], [], []];
    });
    afterEach(async () => {
      await db.deleteFrom('push_deliveries').execute();
      await db.deleteFrom('push_subscriptions').execute();
    });

    const clock = { now: () => now };
    function createDelivery(send?: (target: PushTarget) => Promise<PushOutcome>) {
      return createPushDelivery({
        queue: createPushQueue(db, clock),
        health: createEndpointHealthStore(db, clock),
        sender: {
          async send(target, message, ttlSeconds) {
            const { endpoint } = target;
            sent.push({ endpoint, id: (message as { id: string }).id, ttlSeconds });
            return send ? send(target) : (answers.shift() ?? { outcome: 'sent' });
          },
        },
        clock,
        logger: { info: () => undefined, warn: (...said: unknown[]) => void warnings.push(said) },
      });
    }

    async function makeBrowser({
      userId: owner,
      host = 'push.example',
    }: {
      userId?: string;
      host?: string;
    } = {}) {
      const userId = owner ?? (await addUser(db));
      const sessionId = await addSession(db, userId, { last_seen_at: start, expires_at: start + 30 * day });
      const endpoint = `https://${host}/${sessionId}`;
      return {
        userId,
        sessionId,
        endpoint,
        host,
        id: await addSubscription(db, { userId, sessionId }, endpoint),
      };
    }
    async function queue(browser: { id: string; userId: string; host: string }): Promise<AlertFiringTable> {
      const firing = await addFiring(db, browser.userId);
      const life = { due_at: start, expires_at: start + day };
      await db
        .insertInto('push_deliveries')
        .values({
          id: firing.id,
          firing_id: firing.id,
          subscription_id: browser.id,
          user_id: browser.userId,
          host: browser.host,
          ...life,
        })
        .execute();
      return firing;
    }
    const listWaiting = () => db.selectFrom('push_deliveries').selectAll().execute();

    it('are sent once each', async () => {
      const browser = await makeBrowser();
      const ids: string[] = [];
      for (let count = 0; count < 20; count++) ids.push((await queue(browser)).id);
      await createDelivery().deliverDue();
      expect(sent.map(({ id }) => id).sort()).toEqual(ids.sort());
      expect(sent[0]).toMatchObject({ endpoint: browser.endpoint, ttlSeconds: 86_400 });
      expect(await listWaiting()).toEqual([]);
    });

    it('are each sent by one of several processes', async () => {
      const browser = await makeBrowser();
      for (let count = 0; count < 20; count++) await queue(browser);
      const deliveries = [createDelivery(), createDelivery(), createDelivery()];
      await Promise.all(deliveries.map((delivery) => delivery.deliverDue()));
      // A process that loses the race for the same messages leaves the rest to the next poll.
      await createDelivery().deliverDue();
      expect(new Set(sent.map(({ id }) => id)).size).toBe(20);
      expect(sent).toHaveLength(20);
    });

    it('are retried after 5, 10, 20 seconds, until they expire', async () => {
      const browser = await makeBrowser();
      await queue(browser);
      const delivery = createDelivery(async () => ({ outcome: 'failed', reason: 'not now' }));
      for (const [wait, tries] of [
        [0, 1],
        [4_999, 1],
        [1, 2],
        [9_999, 2],
        [1, 3],
        [20_000, 4],
      ] as const) {
        now += wait;
        await delivery.deliverDue();
        expect(sent).toHaveLength(tries);
      }
      now = start + day;
      await delivery.deliverDue();
      expect(sent).toHaveLength(4);
      expect(await listWaiting()).toEqual([]);
      expect(JSON.stringify(warnings)).toContain('push.example');
      expect(JSON.stringify(warnings)).not.toContain(browser.sessionId);
    });

    it('do not keep a process from ending while a push service does not answer', async () => {
      await queue(await makeBrowser());
      const delivery = createDelivery(() => new Promise(() => undefined));
      delivery.start();
      await vi.waitFor(() => expect(sent).toHaveLength(1), { interval: 1 });
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const stopped = delivery.stop();
      await vi.advanceTimersByTimeAsync(3000);
      vi.useRealTimers();
      await stopped;
      expect(await listWaiting()).toHaveLength(1);
    });

    it('wait as long as the push service asks', async () => {
      await queue(await makeBrowser());
      answers = [{ outcome: 'failed', reason: 'too many', retryAfter: 60 }];
      const delivery = createDelivery();
      await delivery.deliverDue();
      now += 59_999;
      await delivery.deliverDue();
      expect(sent).toHaveLength(1);
      now += 1;
      await delivery.deliverDue();
      expect(sent).toHaveLength(2);
    });

    it('are removed with a browser that the push service no longer knows', async () => {
      const [gone, other] = [await makeBrowser(), await makeBrowser()];
      await queue(gone);
      answers = [{ outcome: 'gone' }];
      const delivery = createDelivery();
      await delivery.deliverDue();
      await queue(gone);
      const { id } = await queue(other);
      await delivery.deliverDue();
      expect(sent.map(({ endpoint }) => endpoint)).toEqual([gone.endpoint, other.endpoint]);
      expect(sent[1]!.id).toBe(id);
      expect(await listWaiting()).toEqual([]);
    });

    it('are not retried if the push service refuses them', async () => {
      const browser = await makeBrowser();
      await queue(browser);
      answers = [{ outcome: 'refused' }];
      await createDelivery().deliverDue();
      expect([sent.length, await listWaiting()]).toEqual([1, []]);
    });

    it('are logged once a minute, with their number, if a push service refuses many', async () => {
      const browser = await makeBrowser();
      for (let count = 0; count < 20; count++) await queue(browser);
      const delivery = createDelivery(async () => ({ outcome: 'refused' }));
      await delivery.deliverDue();
      now += 60_000;
      await queue(browser);
      await delivery.deliverDue();
      expect(warnings).toEqual([
        [expect.objectContaining({ count: 1, host: browser.host }), 'push messages were refused for good'],
        [expect.objectContaining({ count: 20 }), 'push messages were refused for good'],
      ]);
    });

    it('are not sent to a browser that has signed out', async () => {
      const browser = await makeBrowser();
      await queue(browser);
      await db.deleteFrom('sessions').where('id', '=', browser.sessionId).execute();
      await createDelivery().deliverDue();
      expect([sent, await listWaiting()]).toEqual([[], []]);
    });

    it('are sent to two browsers of an account at a time, across all processes', async () => {
      const userId = await addUser(db);
      for (const host of ['a.example', 'b.example', 'c.example'])
        await queue(await makeBrowser({ userId, host }));
      await queue(await makeBrowser({ host: 'd.example' }));
      const queues = [createPushQueue(db, clock), createPushQueue(db, clock)];
      const claimed = (await Promise.all(queues.map((one) => one.claimDue(8, 60_000)))).flat();
      expect(claimed.map(({ firing }) => firing.user_id === userId).sort()).toEqual([false, true, true]);
      await queues[0]!.remove(claimed.find(({ firing }) => firing.user_id === userId)!.id);
      expect(await queues[1]!.claimDue(8, 60_000)).toHaveLength(1);
    });

    it('are sent to two browsers of a push service at a time', async () => {
      for (let count = 0; count < 4; count++) await queue(await makeBrowser({ host: 'slow.example' }));
      const prompt = await makeBrowser({ host: 'prompt.example' });
      await queue(prompt);
      const claimed = await createPushQueue(db, clock).claimDue(8, 60_000);
      const hosts = claimed.map(({ subscription }) => new URL(subscription!.endpoint).host).sort();
      expect(hosts).toEqual(['prompt.example', 'slow.example', 'slow.example']);
    });

    it('are found in a few statements, however many accounts wait for the same push service', async () => {
      for (let count = 0; count < 40; count++) await queue(await makeBrowser({ host: 'busy.example' }));
      await queue(await makeBrowser({ host: 'prompt.example' }));
      let statements = 0;
      const counted = db.withPlugin({
        transformQuery({ node }) {
          statements += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const claimed = await createPushQueue(counted, clock).claimDue(8, 60_000);
      expect(claimed).toHaveLength(3);
      expect(statements).toBeLessThan(20);
    });

    it('wait at most once for accounts whose endpoints take long to answer', async () => {
      const slow = [];
      for (let count = 0; count < 9; count++) slow.push(await makeBrowser({ host: `${count}.example` }));
      const open: ((outcome: PushOutcome) => void)[] = [];
      const delivery = createDelivery(({ endpoint }) =>
        endpoint.includes('prompt')
          ? Promise.resolve({ outcome: 'sent' })
          : new Promise((resolve) => void open.push(resolve)),
      );
      const answer = () => {
        now += 9_000;
        for (const resolve of open.splice(0)) resolve({ outcome: 'sent' });
      };
      for (const browser of slow.slice(1)) await queue(browser);
      const first = delivery.deliverDue();
      await vi.waitFor(() => expect(open).toHaveLength(8));
      answer();
      await first;
      const known = sent.splice(0).map(({ endpoint }) => endpoint);
      for (const browser of slow) await queue(browser);
      const prompt = await makeBrowser({ host: 'prompt.example' });
      await queue(prompt);
      const second = delivery.deliverDue();
      await vi.waitFor(() => expect(sent.map(({ endpoint }) => endpoint)).toContain(prompt.endpoint));
      expect(sent.filter(({ endpoint }) => known.includes(endpoint))).toHaveLength(3);
      while ((await listWaiting()).length > 0) {
        answer();
        // On a busy machine, looking for the next takes long, and four times as long until the one after.
        await vi.waitFor(
          async () => expect(open.length > 0 || (await listWaiting()).length === 0).toBe(true),
          { timeout: 20_000 },
        );
      }
      await second;
    });

    it('take turns by account, however many one has', async () => {
      const many = await makeBrowser({ host: 'a.example' });
      for (let count = 0; count < 30; count++) await queue(many);
      const few = [await makeBrowser({ host: 'b.example' }), await makeBrowser({ host: 'c.example' })];
      for (const browser of few) for (let count = 0; count < 3; count++) await queue(browser);
      const own = createPushQueue(db, clock);
      const order: string[] = [];
      for (let count = 0; count < 9; count++) {
        const [push] = await own.claimDue(1, 60_000);
        order.push(push!.firing.user_id);
        await own.remove(push!.id);
      }
      for (const { userId } of [many, ...few]) expect(order.filter((id) => id === userId)).toHaveLength(3);
    });

    it('are held for an hour, then for a day, after five timeouts of an endpoint; five more remove it', async () => {
      const browser = await makeBrowser();
      const delivery = createDelivery(async () => ({ outcome: 'failed', reason: 'slow', isTimeout: true }));
      const hour = 60 * 60_000;
      const timeOut = async () => {
        await db.deleteFrom('push_deliveries').execute();
        await queue(browser);
        await db
          .updateTable('push_deliveries')
          .set({ due_at: now, expires_at: now + 2 * day })
          .execute();
        await delivery.deliverDue();
      };
      const pausedUntil = async () =>
        (await db.selectFrom('push_subscriptions').select('paused_until').executeTakeFirst())?.paused_until;
      for (const pauseMs of [hour, day]) {
        for (let count = 0; count < 4; count++) await timeOut();
        const before = await pausedUntil();
        await timeOut();
        expect([before! <= now, await pausedUntil()]).toEqual([true, now + pauseMs]);
        const count = sent.length;
        now += pauseMs - 1;
        await delivery.deliverDue();
        expect(sent).toHaveLength(count);
        now += 1;
      }
      for (let count = 0; count < 5; count++) await timeOut();
      expect([await pausedUntil(), await listWaiting()]).toEqual([undefined, []]);
    });

    it('count only consecutive timeouts', async () => {
      const browser = await makeBrowser();
      const slow: PushOutcome = { outcome: 'failed', reason: 'slow', isTimeout: true };
      for (let round = 0; round < 3; round++) {
        answers = [slow, slow, slow, slow, { outcome: 'failed', reason: 'busy' }, { outcome: 'sent' }];
        await queue(browser);
        const delivery = createDelivery();
        for (let count = 0; count < 6; count++) {
          await delivery.deliverDue();
          now += 10 * 60_000;
        }
        expect(await listWaiting()).toEqual([]);
      }
      const { pauses } = await db.selectFrom('push_subscriptions').select('pauses').executeTakeFirstOrThrow();
      expect(pauses).toBe(0);
    });

    it('are removed a few at a time once they have expired, yielding to other calls', async () => {
      const firing = await queue(await makeBrowser());
      const message = await db.selectFrom('push_deliveries').selectAll().executeTakeFirstOrThrow();
      for (let part = 0; part < 4; part++)
        await db
          .insertInto('push_deliveries')
          .values(
            Array.from({ length: 500 }, (_, place) => ({ ...message, id: `${firing.id} ${part} ${place}` })),
          )
          .execute();
      now += 2 * day;
      const [, turns] = await countTurns(createPushQueue(db, clock).removeExpired());
      expect(turns).toBeGreaterThanOrEqual(4);
      expect(await listWaiting()).toEqual([]);
    });

    it('are sent again if a process ends while sending', async () => {
      await queue(await makeBrowser());
      // A process claims the message and never reports back.
      await createPushQueue(db, clock).claimDue(8, 60_000);
      await createDelivery().deliverDue();
      expect(sent).toEqual([]);
      now += 60_000;
      await createDelivery().deliverDue();
      await createDelivery().deliverDue();
      expect(sent).toHaveLength(1);
    });
  });
}
