import { PostgresAdapter, sql } from 'kysely';
import type { CoinId } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type Tx, transact } from '#server/platform/database/transact.ts';
import type { DayNumber } from '#server/platform/utc-day.ts';
import { type ArchivedClose, blockOf } from './close-block.ts';
import { type ClosesByKey, type DueCloses, keyOf } from './close-changes.ts';
import { type CoinCloses, decodeRecent, encodeRecent, type RecentRow } from './recent-row.ts';

const rowsAtOnce = 500;

/**
 * The closes of the current block, in rows that are only added. Rewriting every coin's block each day would leave old
 * rows behind, which PostgreSQL removes only when no other session may still see them. When a block is over, its closes
 * are written into `close_blocks` once, and the table is truncated, which frees its files immediately.
 */
export interface RecentCloseStore {
  isRecent(block: number): boolean;
  /** Admits one writer at a time among all servers, until the transaction ends. Readers are not blocked. */
  lock(tx: Tx): Promise<void>;
  /** The closes of some coins in a range of blocks, both ends included. */
  list(db: Database | Tx, coinIds: readonly CoinId[], from: number, to: number): Promise<ClosesByKey>;
  add(tx: Tx, block: number, coins: readonly CoinCloses[]): Promise<void>;
  /** The closes to write into blocks; empty if none are due. */
  listDue(): Promise<DueCloses>;
  /**
   * Empties the table, except for rows that were not due. Returns false if it is being read; it then stays until the
   * next day.
   */
  clear(due: DueCloses): Promise<boolean>;
}

/** After a block's end, the provider's closes of its last days still arrive. */
const lateDays = 7;
/** How long to wait for the table: meanwhile, everyone who reads closes has to wait too. */
const clearTimeout = '500ms';
const lockNotAvailable = '55P03';
/** For more coins than this, all rows are read. */
const maxNamedCoins = 4;

export function createRecentCloseStore(db: Database, today: () => DayNumber): RecentCloseStore {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const firstRecent = () => blockOf(today() - lateDays);
  /** The last day on which the table could not be cleared because it was being read. */
  let busyOn: DayNumber | null = null;

  function selectRows(from: Database | Tx, coinIds: readonly CoinId[], blocks: [from: number, to: number]) {
    const query = from
      .selectFrom('recent_closes')
      .select(['block', 'closes'])
      .where('block', '>=', blocks[0])
      .where('block', '<=', blocks[1])
      .orderBy('id');
    if (coinIds.length > maxNamedCoins) return query;
    return query.where((where) =>
      where.or(coinIds.map((id) => where.and([where('first_coin', '<=', id), where('last_coin', '>=', id)]))),
    );
  }

  return {
    isRecent: (block) => block >= firstRecent(),

    async lock(tx) {
      if (isPostgres) await sql`lock table recent_closes in share row exclusive mode`.execute(tx);
    },

    async list(from, coinIds, firstBlock, lastBlock) {
      const found = new Map<string, ArchivedClose[]>();
      if (coinIds.length === 0) return found;
      const wanted = new Set(coinIds);
      for (const row of await selectRows(from, coinIds, [firstBlock, lastBlock]).execute()) {
        for (const { coinId, closes } of decodeRecent(row, (id) => wanted.has(id))) {
          const key = keyOf(coinId, row.block);
          const known = found.get(key);
          if (known) known.push(...closes);
          else found.set(key, [...closes]);
        }
      }
      return found;
    },

    async add(tx, block, coins) {
      await insertRows(tx, encodeRecent(block, coins));
    },

    async listDue() {
      const isOver = (block: number) => block < firstRecent();
      const oldest = await db
        .selectFrom('recent_closes')
        .select((select) => select.fn.min('block').as('block'))
        .executeTakeFirst();
      if (busyOn === today() || oldest?.block == null || !isOver(oldest.block))
        return { ids: new Set(), closes: [] };
      const rows = await db
        .selectFrom('recent_closes')
        .selectAll()
        .where('block', '<', firstRecent())
        .orderBy('id')
        .execute();
      return {
        ids: new Set(rows.map(({ id }) => Number(id))),
        closes: rows.flatMap((row) =>
          decodeRecent(row, () => true).map((coin) => ({ ...coin, block: row.block })),
        ),
      };
    },

    async clear({ ids }) {
      try {
        await transact(db, (tx) => (isPostgres ? truncate(tx, ids) : remove(tx, ids)));
        return true;
      } catch (error) {
        const { code, cause } = error as { code?: string; cause?: { code?: string } };
        if (code !== lockNotAvailable && cause?.code !== lockNotAvailable) throw error;
        busyOn = today();
        return false;
      }
    },
  };
}

async function truncate(tx: Tx, ids: ReadonlySet<number>): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(clearTimeout)}`.execute(tx);
  await sql`lock table recent_closes in access exclusive mode`.execute(tx);
  const rows = await tx.selectFrom('recent_closes').selectAll().orderBy('id').execute();
  await sql`truncate table recent_closes`.execute(tx);
  const kept = rows.filter(({ id }) => !ids.has(Number(id)));
  await insertRows(
    tx,
    kept.map(({ id: _, ...row }) => row),
  );
}

async function remove(tx: Tx, ids: ReadonlySet<number>): Promise<void> {
  const list = [...ids];
  for (let start = 0; start < list.length; start += rowsAtOnce)
    await tx
      .deleteFrom('recent_closes')
      .where('id', 'in', list.slice(start, start + rowsAtOnce))
      .execute();
}

async function insertRows(tx: Tx, rows: readonly RecentRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await tx
      .insertInto('recent_closes')
      .values(rows.slice(start, start + rowsAtOnce))
      .execute();
}
