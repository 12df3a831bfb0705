import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Firing, FiringsPage } from '#contract/alerts/alerts.ts';
import type { Instant } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { AlertFiringTable } from '#server/platform/database/tables/alert-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import { listFiringRows } from './firing-rows-store.ts';
import { toFiring } from './to-firing.ts';

/** Firings: each is one crossing at which an alert fired. */
export interface FiringStore {
  /** Skips alerts that already fired in their current arming. Returns the added rows. */
  add(tx: Tx, rows: readonly AlertFiringTable[]): Promise<AlertFiringTable[]>;
  /** Newest first; only numbers below `before`, if given. */
  listPage(userId: string, before: number | undefined): Promise<FiringsPage>;
  /** Oldest first, in batches. */
  listAll(userId: string): AsyncGenerator<Firing[]>;
  countUnseen(userId: string): Promise<number>;
  /** Marks everything up to that number as seen, yielding to other calls. */
  markSeen(userId: string, upTo: number, now: Instant): Promise<void>;
}

const pageSize = 50;
/** Firings marked by one statement: an imported history has 100,000, and other calls wait for it. */
const markedAtOnce = 500;

export function createFiringStore(db: Database): FiringStore {
  return {
    async add(tx, rows) {
      if (rows.length === 0) return [];
      const inserted = await tx
        .insertInto('alert_firings')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['alert_id', 'arming']).doNothing())
        .returning('number')
        .execute();
      const numbers = new Set(inserted.map(({ number }) => number));
      return rows.filter(({ number }) => numbers.has(number));
    },

    async listPage(userId, before) {
      const rows = await db
        .selectFrom('alert_firings')
        .selectAll()
        .where('user_id', '=', userId)
        .$if(before !== undefined, (query) => query.where('number', '<', before!))
        .orderBy('number', 'desc')
        .limit(pageSize + 1)
        .execute();
      const page = rows.slice(0, pageSize);
      const nextBefore = rows.length > pageSize ? page.at(-1)!.number : null;
      return { firings: page.map(toFiring), nextBefore };
    },

    async *listAll(userId) {
      for await (const rows of listFiringRows(db, userId)) yield rows.map(toFiring);
    },

    async countUnseen(userId) {
      const { count } = await db
        .selectFrom('alert_firings')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .where('seen_at', 'is', null)
        .executeTakeFirstOrThrow();
      return count;
    },

    async markSeen(userId, upTo, now) {
      for (let last = -1; ; ) {
        const rows = await db
          .selectFrom('alert_firings')
          .select('number')
          .where('user_id', '=', userId)
          .where('number', '>', last)
          .where('number', '<=', upTo)
          .where('seen_at', 'is', null)
          .orderBy('number')
          .limit(markedAtOnce)
          .execute();
        const end = rows.at(-1)?.number;
        if (end === undefined) return;
        await db
          .updateTable('alert_firings')
          .set({ seen_at: now })
          .where('user_id', '=', userId)
          .where('number', '>', last)
          .where('number', '<=', end)
          .where('seen_at', 'is', null)
          .execute();
        if (rows.length < markedAtOnce) return;
        last = end;
        await yieldToEventLoop();
      }
    },
  };
}
