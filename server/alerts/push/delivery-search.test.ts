import { CompiledQuery } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { addUser } from '../../../tests/support/accounts/users.ts';
import { addFiring } from '../../../tests/support/alerts/alert-rows.ts';
import { addSession, addSubscription } from '../../../tests/support/alerts/push-rows.ts';
import { testDatabases } from '../../../tests/support/databases.ts';
import { useMigratedDatabase } from '../../../tests/support/migrated-database.ts';
import { createPushDelivery } from './delivery.ts';
import { createPushQueue, type QueuedPush } from './queue-store.ts';

const now = Date.UTC(2026, 0, 2);
const day = 24 * 60 * 60_000;
const clock = { now: () => now };

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`looking for due push messages on ${name}`, () => {
    let db: Database;
    useMigratedDatabase(create, (opened) => {
      db = opened;
    });

    it('reads once who waits, because that takes the longer, the more accounts there are', async () => {
      const userId = await addUser(db);
      const sessionId = await addSession(db, userId, { last_seen_at: now, expires_at: now + day });
      const browser = await addSubscription(db, { userId, sessionId }, 'https://push.example/1');
      for (let count = 0; count < 5; count++) {
        const { id } = await addFiring(db, userId);
        const queued = { id, firing_id: id, subscription_id: browser, user_id: userId, host: 'push.example' };
        await db
          .insertInto('push_deliveries')
          .values({ ...queued, due_at: now, expires_at: now + day })
          .execute();
      }
      let reads = 0;
      const counted = db.withPlugin({
        transformQuery({ node }) {
          if (node.kind === 'RawNode') reads += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      expect(await createPushQueue(counted, clock).claimDue(8, 60_000)).toHaveLength(2);
      expect(reads).toBe(1);
    });

    it('looks at a few of each account, of which one for a host that accepts more is found', async () => {
      const [few, many] = [await addUser(db), await addUser(db)];
      const add = async (userId: string, host: string, due_at: number) => {
        const { id } = await addFiring(db, userId);
        const row = { id, firing_id: id, subscription_id: 'gone', user_id: userId, host, due_at };
        await db
          .insertInto('push_deliveries')
          .values({ ...row, expires_at: now + day })
          .execute();
        return id;
      };
      await db.deleteFrom('push_deliveries').execute();
      const busy = [await addUser(db), await addUser(db)];
      const queue = createPushQueue(db, clock);
      for (const userId of busy) await add(userId, 'busy.example', now - 9);
      expect(await queue.claimDue(8, 60_000)).toHaveLength(2);
      await add(few, 'busy.example', now - 2);
      const found = await add(few, 'prompt.example', now - 1);
      for (let count = 0; count < 20; count++) await add(many, 'busy.example', now - 2);
      await add(many, 'prompt.example', now - 1);
      // Behind twenty for a host that accepts no more, a message waits for that host too.
      expect((await queue.claimDue(8, 60_000)).map(({ id }) => id)).toEqual([found]);
      await db.deleteFrom('push_deliveries').where('user_id', 'in', busy).execute();
      const later = await queue.claimDue(8, 60_000);
      expect(later.map(({ firing }) => firing.user_id)).toContain(many);
    });

    it.skipIf(name !== 'SQLite')('takes no longer, however many messages of an account wait', async () => {
      const asked: [text: string, parameters: readonly unknown[]][] = [];
      const plans: string[] = [];
      const explained = db.withPlugin({
        transformQuery({ node, queryId }) {
          const { sql: text, parameters } = db.getExecutor().compileQuery(node, queryId);
          if (text.includes('select') && text.includes('push_deliveries')) asked.push([text, parameters]);
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      await createPushQueue(explained, clock).claimDue(8, 60_000);
      for (const [text, parameters] of asked) {
        const explain = CompiledQuery.raw(`explain query plan ${text}`, [...parameters]);
        const { rows } = await db.executeQuery<{ detail: string }>(explain);
        plans.push(...rows.map(({ detail }) => detail));
      }
      expect(plans.length).toBeGreaterThan(3);
      expect(plans.filter((plan) => /SCAN push_deliveries|FOR DISTINCT/.test(plan))).toEqual([]);
    });
  });
}

/** A delivery on a queue that the test controls. */
function createDelivery(claimDue: () => readonly QueuedPush[], onSweep = () => {}) {
  return createPushDelivery({
    queue: {
      claimDue: async () => [...claimDue()],
      postpone: async () => {},
      remove: async () => {},
      removeExpired: async () => onSweep(),
      countWaiting: async () => 0,
    },
    health: { recordAnswer: async () => {}, recordTimeout: async () => 0, remove: async () => {} },
    sender: { send: async () => ({ outcome: 'sent' }) },
    clock,
    logger: { info: () => undefined, warn: () => undefined },
  });
}

it('leaves others four fifths of the time if so many messages wait that it takes long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  let searches = 0;
  const delivery = createDelivery(() => {
    searches += 1;
    vi.advanceTimersByTime(100);
    return [];
  });
  await delivery.deliverDue();
  const second = delivery.deliverDue();
  await vi.advanceTimersByTimeAsync(399);
  expect(searches).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await second;
  vi.useRealTimers();
  expect(searches).toBe(2);
});

it('removes expired messages also while others are always due', async () => {
  let sweeps = 0;
  const due = { id: '1', tries: 1, expiresAt: now + day, firing: {} as never, subscription: undefined };
  let rounds = 0;
  const delivery = createDelivery(
    () => {
      rounds += 1;
      // Never none, as long as nothing was swept.
      return rounds < 50 && sweeps === 0 ? [due] : [];
    },
    () => {
      sweeps += rounds < 50 ? 1 : 0;
    },
  );
  await delivery.deliverDue();
  expect(sweeps).toBe(1);
});
