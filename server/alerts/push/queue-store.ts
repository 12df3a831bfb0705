import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Selectable, sql } from 'kysely';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import type {
  AlertFiringTable,
  PushDeliveryTable as DeliveryTable,
  PushSubscriptionTable,
} from '#server/platform/database/tables/alert-tables.ts';
import { type Tx, transact } from '#server/platform/database/transact.ts';

type PushDeliveryTable = Selectable<DeliveryTable>;

/** A push message to send now. */
export interface QueuedPush {
  readonly id: string;
  readonly tries: number;
  readonly expiresAt: Instant;
  readonly firing: AlertFiringTable;
  /** Undefined if the browser has signed out. */
  readonly subscription: Selectable<PushSubscriptionTable> | undefined;
}

/** Push messages waiting to be sent. They are written with their firing and sent later by any process. */
export interface PushQueue {
  /**
   * Across all processes, at most two messages per account and two per host are claimed at a time, and accounts take
   * turns. All accounts that are slow have at most three together. A claimed message is hidden from others for `claimMs`;
   * then it is due again.
   */
  claimDue(count: number, claimMs: Milliseconds, isSlow?: IsSlow): Promise<QueuedPush[]>;
  postpone(id: string, delayMs: Milliseconds): Promise<void>;
  remove(id: string): Promise<void>;
  removeExpired(): Promise<void>;
  /** How many are waiting to be sent. */
  countWaiting(): Promise<number>;
}

const maxPerAccount = 2;
const maxPerHost = 2;
const maxOfSlow = 3;
/** An account may have 100,000: each statement takes some ten milliseconds. */
const removedAtOnce = 500;

/** Whether an account's endpoints took long lately. */
type IsSlow = (userId: string) => boolean;

export function createPushQueue(db: Database, clock: Clock): PushQueue {
  return {
    async claimDue(count, claimMs, isSlow = () => false) {
      const now = clock.now();
      // Usually nothing is due, so avoid taking the lock.
      if (!(await hasDue(db, now))) return [];
      const claimed = await transact(db, (tx) => claimInTurn(tx, { count, now, claimMs, isSlow }));
      return claimed.length === 0 ? [] : fill(db, claimed);
    },

    async postpone(id, delayMs) {
      await db
        .updateTable('push_deliveries')
        .set({ due_at: clock.now() + delayMs, claimed_until: 0 })
        .where('id', '=', id)
        .execute();
    },

    async remove(id) {
      await db.deleteFrom('push_deliveries').where('id', '=', id).execute();
    },

    async removeExpired() {
      const now = clock.now();
      for (let isMore = true; isMore; await yieldToEventLoop()) {
        const { numDeletedRows } = await db
          .deleteFrom('push_deliveries')
          .where('id', 'in', (query) =>
            query
              .selectFrom('push_deliveries')
              .select('id')
              .where('expires_at', '<=', now)
              .limit(removedAtOnce),
          )
          .executeTakeFirst();
        isMore = numDeletedRows >= BigInt(removedAtOnce);
      }
    },

    async countWaiting() {
      const { count } = await db
        .selectFrom('push_deliveries')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('expires_at', '>', clock.now())
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}

async function hasDue(db: Database, now: Instant): Promise<boolean> {
  const found = await db
    .selectFrom('push_deliveries')
    .select('id')
    .where('due_at', '<=', now)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

interface Claim {
  readonly count: number;
  readonly now: Instant;
  readonly claimMs: Milliseconds;
  readonly isSlow: IsSlow;
}

async function claimInTurn(tx: Tx, { count, now, claimMs, isSlow }: Claim): Promise<PushDeliveryTable[]> {
  // Locks out other processes, so that the messages they claim are counted.
  const { user_id: last } = await tx
    .updateTable('push_turn')
    .set((row) => ({ user_id: row.ref('user_id') }))
    .returning('user_id')
    .executeTakeFirstOrThrow();
  const underWay = await tx
    .selectFrom('push_deliveries')
    .select(['user_id', 'host'])
    .where('claimed_until', '>', now)
    .execute();
  const accounts = countBy(underWay.map(({ user_id }) => user_id));
  const hosts = countBy(underWay.map(({ host }) => host));
  let ofSlow = underWay.filter(({ user_id }) => isSlow(user_id)).length;
  const claimed: PushDeliveryTable[] = [];
  // Read once, because reading it takes the longer, the more accounts wait.
  let waiting = await listAccounts(tx, { now, last, hosts: listFull(hosts, maxPerHost) });
  while (waiting.length > 0 && claimed.length < count) {
    const served: typeof waiting = [];
    for (const [userId, own] of waiting) {
      if (claimed.length === count) break;
      // Thousands may wait for the same host: don't look for a message of each.
      if ((hosts.get(own) ?? 0) >= maxPerHost) continue;
      if ((accounts.get(userId) ?? 0) >= maxPerAccount) continue;
      if (ofSlow >= maxOfSlow && isSlow(userId)) continue;
      const push = await claimOne(tx, { userId, now, claimMs, hosts: listFull(hosts, maxPerHost) });
      if (!push) continue;
      claimed.push(push);
      served.push([userId, own]);
      if (isSlow(userId)) ofSlow += 1;
      accounts.set(userId, (accounts.get(userId) ?? 0) + 1);
      hosts.set(push.host, (hosts.get(push.host) ?? 0) + 1);
    }
    waiting = served;
  }
  const lastServed = claimed.at(-1)?.user_id;
  if (lastServed !== undefined) await tx.updateTable('push_turn').set({ user_id: lastServed }).execute();
  return claimed;
}

interface Due {
  readonly now: Instant;
  /** Hosts that accept no more for now. */
  readonly hosts: readonly string[];
}

/** How many of an account's due messages are looked at for one whose host accepts more. */
const maxLookedAt = 20;

/**
 * The accounts with a due message for a host that accepts more, and that host, starting after the account served last. A
 * few index steps for each account, however many messages it has.
 */
async function listAccounts(
  tx: Tx,
  { now, last, hosts }: Due & { last: string },
): Promise<[userId: string, host: string][]> {
  const isAccepting = hosts.length === 0 ? sql`true` : sql`host not in (${sql.join(hosts)})`;
  const { rows } = await sql<{ user_id: string; host: string }>`
    with recursive accounts (user_id) as (
      select min(user_id) from push_deliveries
      union all
      select (select min(later.user_id) from push_deliveries as later where later.user_id > accounts.user_id)
      from accounts where accounts.user_id is not null
    )
    select user_id, host from (
      select accounts.user_id, (
        select host from (
          select due.host from push_deliveries as due
          where due.user_id = accounts.user_id and due.due_at <= ${now} and due.expires_at > ${now}
          order by due.due_at limit ${maxLookedAt}
        ) as first_due where ${isAccepting} limit 1
      ) as host
      from accounts where accounts.user_id is not null
    ) as waiting where host is not null`.execute(tx);
  const accounts = rows
    .map(({ user_id, host }): [string, string] => [user_id, host])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return [...accounts.filter(([id]) => id > last), ...accounts.filter(([id]) => id <= last)];
}

function claimOne(
  tx: Tx,
  { userId, now, claimMs, hosts }: Due & { userId: string; claimMs: Milliseconds },
): Promise<PushDeliveryTable | undefined> {
  return tx
    .updateTable('push_deliveries')
    .set((row) => ({ due_at: now + claimMs, claimed_until: now + claimMs, tries: row('tries', '+', 1) }))
    .where('id', 'in', (query) =>
      query
        .selectFrom('push_deliveries as due')
        .select('due.id')
        .where('due.user_id', '=', userId)
        .where('due.due_at', '<=', now)
        .where('due.expires_at', '>', now)
        .$if(hosts.length > 0, (due) => due.where('due.host', 'not in', hosts))
        .orderBy('due.due_at')
        .orderBy('due.id')
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst();
}

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function listFull(counts: ReadonlyMap<string, number>, max: number): string[] {
  return [...counts].filter(([, count]) => count >= max).map(([name]) => name);
}

async function fill(db: Database, claimed: readonly PushDeliveryTable[]): Promise<QueuedPush[]> {
  const firingIds = claimed.map(({ firing_id }) => firing_id);
  const subscriptionIds = claimed.map(({ subscription_id }) => subscription_id);
  const [firings, subscriptions] = await Promise.all([
    db.selectFrom('alert_firings').selectAll().where('id', 'in', firingIds).execute(),
    db.selectFrom('push_subscriptions').selectAll().where('id', 'in', subscriptionIds).execute(),
  ]);
  return claimed.flatMap(({ id, tries, expires_at: expiresAt, firing_id, subscription_id }) => {
    const firing = firings.find((row) => row.id === firing_id);
    const subscription = subscriptions.find((row) => row.id === subscription_id);
    // A message is deleted with its firing.
    return firing ? [{ id, tries, expiresAt, firing, subscription }] : [];
  });
}
