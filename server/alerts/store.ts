import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { CoinId } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { AlertTable } from '#server/platform/database/tables/alert-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';

export type AlertRow = Omit<AlertTable, 'ordinal'>;

/** An alert's position in its owner's list. */
export type AlertPlace = Pick<AlertTable, 'created_at' | 'id'> & { readonly ordinal: number };

/** The alerts of users. */
export interface AlertStore {
  /** In the order they were created. */
  list(userId: string): Promise<AlertRow[]>;
  /** Newest first, limited to those older than `before` if given. */
  listPage(
    userId: string,
    page: { before?: AlertPlace | undefined; count: number },
  ): Promise<(AlertRow & AlertPlace)[]>;
  /** Every coin with at least one alert. */
  listCoinIds(): Promise<CoinId[]>;
  find(tx: Tx, userId: string, id: string): Promise<AlertRow | undefined>;
  /** Counts a user's alerts that are not triggered, except one. */
  countUntriggered(tx: Tx, userId: string, exceptId: string): Promise<number>;
  countAll(tx: Tx, userId: string): Promise<number>;
  /** `ordinal` orders alerts created in the same millisecond. */
  add(tx: Tx, row: AlertRow, ordinal: number): Promise<void>;
  update(tx: Tx, id: string, change: Partial<AlertRow>): Promise<AlertRow>;
  /** Returns false if the user has no such alert. */
  remove(userId: string, id: string): Promise<boolean>;
  /** Pauses an alert of any user if it is active. Returns undefined if it does not exist. */
  pause(id: string): Promise<{ readonly row: AlertRow; readonly wasActive: boolean } | undefined>;
  /** Pauses a user's active alerts except the oldest `kept`. */
  pauseBeyond(tx: Tx, userId: string, kept: number): Promise<void>;
  /** Moves all firings of one user to another, yielding to other calls. */
  moveFirings(tx: Tx, fromUserId: string, toUserId: string): Promise<void>;
  /** Moves all alerts of one user to another. */
  moveAlerts(tx: Tx, fromUserId: string, toUserId: string): Promise<void>;
}

export function createAlertStore(db: Database): AlertStore {
  return {
    list: (userId) =>
      db
        .selectFrom('alerts')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .orderBy('ordinal')
        .orderBy('id')
        .execute(),

    async listCoinIds() {
      const rows = await db.selectFrom('alerts').select('coin_id').distinct().execute();
      return rows.map((row) => row.coin_id);
    },

    listPage: (userId, { before, count }) =>
      db
        .selectFrom('alerts')
        .selectAll()
        .where('user_id', '=', userId)
        .$if(before !== undefined, (query) =>
          query.where((row) =>
            row(
              row.refTuple('created_at', 'ordinal', 'id'),
              '<',
              row.tuple(before!.created_at, before!.ordinal, before!.id),
            ),
          ),
        )
        .orderBy('created_at', 'desc')
        .orderBy('ordinal', 'desc')
        .orderBy('id', 'desc')
        .limit(count)
        .execute(),

    find: (tx, userId, id) =>
      tx
        .selectFrom('alerts')
        .selectAll()
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst(),

    countUntriggered,

    async countAll(tx, userId) {
      const { count } = await tx
        .selectFrom('alerts')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return count;
    },

    async add(tx, row, ordinal) {
      await tx
        .insertInto('alerts')
        .values({ ...row, ordinal })
        .execute();
    },

    update: (tx, id, change) =>
      tx
        .updateTable('alerts')
        // Includes `id`, because an update needs at least one column.
        .set({ ...change, id })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow(),

    async remove(userId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('alerts')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async pause(id) {
      const { numUpdatedRows } = await db
        .updateTable('alerts')
        .set({ status: 'paused' })
        .where('id', '=', id)
        .where('status', '=', 'active')
        .executeTakeFirst();
      const row = await db.selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirst();
      return row && { row, wasActive: numUpdatedRows > 0n };
    },

    async pauseBeyond(tx, userId, kept) {
      const active = tx
        .selectFrom('alerts')
        .select('id')
        .where('user_id', '=', userId)
        .where('status', '=', 'active');
      const oldest = active.orderBy('created_at').orderBy('ordinal').orderBy('id').limit(kept);
      await tx
        .updateTable('alerts')
        .set({ status: 'paused' })
        .where('user_id', '=', userId)
        .where('status', '=', 'active')
        .where('id', 'not in', oldest)
        .execute();
    },

    moveFirings,

    async moveAlerts(tx, fromUserId, toUserId) {
      await tx.updateTable('alerts').set({ user_id: toUserId }).where('user_id', '=', fromUserId).execute();
    },
  };
}

/** Firings moved by one statement; other calls wait about ten milliseconds for it. */
const movedAtOnce = 500;

async function moveFirings(tx: Tx, fromUserId: string, toUserId: string): Promise<void> {
  for (let last = -1; ; ) {
    const rows = await tx
      .selectFrom('alert_firings')
      .select('number')
      .where('user_id', '=', fromUserId)
      .where('number', '>', last)
      .orderBy('number')
      .limit(movedAtOnce)
      .execute();
    const end = rows.at(-1)?.number;
    if (end === undefined) return;
    await tx
      .updateTable('alert_firings')
      .set({ user_id: toUserId })
      .where('user_id', '=', fromUserId)
      // PostgreSQL would look at all rows that have already moved.
      .where('number', '>', last)
      .where('number', '<=', end)
      .execute();
    last = end;
    await yieldToEventLoop();
  }
}

async function countUntriggered(tx: Tx, userId: string, exceptId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('alerts')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('status', '!=', 'triggered')
    .where('id', '!=', exceptId)
    .executeTakeFirstOrThrow();
  return count;
}
