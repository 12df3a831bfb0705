import { PostgresAdapter, sql } from 'kysely';
import type { CoinId } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createLockRows } from '#server/platform/database/lock-rows.ts';
import { type Tx, transact } from '#server/platform/database/transact.ts';
import { type DayNumber, dayNumberOf } from '#server/platform/utc-day.ts';
import {
  type ArchivedClose,
  blockDays,
  blockOf,
  decodeBlock,
  decodeDays,
  encodeBlock,
  type StoredBlock,
} from './close-block.ts';
import {
  type Change,
  type ChangedBlock,
  type ClosesByKey,
  chunk,
  type DueCloses,
  findChange,
  groupByBlock,
  joinBlocks,
  keyOf,
  padToPowerOfTwo,
} from './close-changes.ts';
import type { CloseSource } from './close-source.ts';
import type { DailyClose } from './daily-closes.ts';
import { type CoinCloses, decodeRecent, encodeRecent, type RecentRow } from './recent-row.ts';

/**
 * The archive of daily closes: one per coin and day, kept forever. Also holds pinned closes, which figures are computed
 * from.
 */
export interface CloseStore {
  /** Merges closes into the archive, and returns how many days changed. `mayWrite` is checked in each transaction. */
  addCloses(closes: readonly DailyClose[], mayWrite?: (tx: Tx) => Promise<boolean>): Promise<number>;
  /** Some days of a coin. */
  listCloses(coinId: CoinId, days: readonly DayNumber[]): Promise<ArchivedClose[]>;
  /** The blocks covering a range of days, in order. */
  listBlocks(coinId: CoinId, from: DayNumber, to: DayNumber): Promise<StoredBlock[]>;
  /** Closes between two days (inclusive), by day. */
  listLine(coinId: CoinId, from: DayNumber, to: DayNumber): Promise<ArchivedClose[]>;
  /** Every close of a coin, by day. */
  listAll(coinId: CoinId): Promise<ArchivedClose[]>;
  /** Closes of each coin from a day on. Coins without any are left out. */
  listLines(coinIds: readonly CoinId[], from: DayNumber): Promise<ReadonlyMap<CoinId, ArchivedClose[]>>;
  hasCoin(coinId: CoinId): Promise<boolean>;
  /**
   * Pinned closes between two days (inclusive). Figures were computed from them, so they stay when the archive gets
   * better ones.
   */
  listPinned(coinId: CoinId, from: DayNumber, to: DayNumber): Promise<ArchivedClose[]>;
  /** The first pin of a day stays. */
  pinCloses(closes: readonly DailyClose[]): Promise<void>;
}

const rowsAtOnce = 500;
/**
 * Up to this many blocks are listed individually. Statements are cached by their number of parameters, so few variants
 * are used.
 */
const maxNamedBlocks = 16;
const noBlock = -1_000_000;
/** Further away than any close. */
const [firstDay, lastDay] = [noBlock * blockDays, -noBlock * blockDays];

/**
 * `today` is the day that it is. Closes of the block that it is in are only added, beside the blocks: see
 * `RecentCloses`.
 */
export function createCloseStore(db: Database, today = () => dayNumberOf(Date.now())): CloseStore {
  const recent = createRecentCloses(db, today);
  const writer = createCloseWriter(db, recent);

  const selectBlocks = (coinId: CoinId) =>
    db.selectFrom('close_blocks').select(['block', 'closes']).where('coin_id', '=', coinId).orderBy('block');

  /** Recent closes are read first: what is moved meanwhile is then in the blocks. */
  async function listBlocks(
    coinId: CoinId,
    from: DayNumber,
    to: DayNumber,
    select: (query: ReturnType<typeof selectBlocks>) => ReturnType<typeof selectBlocks> = (query) => query,
  ): Promise<StoredBlock[]> {
    const added = await recent.list(db, [coinId], blockOf(from), blockOf(to));
    const rows = await select(selectBlocks(coinId)).execute();
    return joinBlocks(coinId, rows, added);
  }

  return {
    addCloses: writer.add,

    async listCloses(coinId, days) {
      const wanted = new Set(days);
      const blocks = [...new Set(days.map(blockOf))].sort((a, b) => a - b);
      const [first, last] = [blocks[0] ?? noBlock, blocks.at(-1) ?? noBlock];
      const rows = await listBlocks(coinId, first * blockDays, last * blockDays, (query) =>
        blocks.length <= maxNamedBlocks
          ? query.where('block', 'in', padToPowerOfTwo(blocks))
          : query.where('block', '>=', first).where('block', '<=', last),
      );
      return rows.flatMap(fromBlock).filter(({ day }) => wanted.has(day));
    },

    listBlocks: (coinId, from, to) => listBetween(coinId, from, to),

    listLine: async (coinId, from, to) => decodeDays(await listBetween(coinId, from, to), { from, to }),

    async listAll(coinId) {
      return (await listBlocks(coinId, firstDay, lastDay)).flatMap(fromBlock);
    },

    async listLines(coinIds, from) {
      const added = await recent.list(db, coinIds, blockOf(from), blockOf(lastDay));
      const rows = await db
        .selectFrom('close_blocks')
        .selectAll()
        .where('coin_id', 'in', coinIds)
        .where('block', '>=', blockOf(from))
        .orderBy('coin_id')
        .orderBy('block')
        .execute();
      const byCoin = Map.groupBy(rows, (row) => row.coin_id);
      const lines = coinIds.map((coinId): [CoinId, ArchivedClose[]] => {
        const blocks = joinBlocks(coinId, byCoin.get(coinId) ?? [], added);
        return [coinId, blocks.flatMap(fromBlock).filter(({ day }) => day >= from)];
      });
      return new Map(lines.filter(([, closes]) => closes.length > 0));
    },

    async hasCoin(coinId) {
      const added = await recent.list(db, [coinId], blockOf(firstDay), blockOf(lastDay));
      return added.size > 0 || (await selectBlocks(coinId).limit(1).executeTakeFirst()) !== undefined;
    },

    ...createPins(db),
  };

  function listBetween(coinId: CoinId, from: DayNumber, to: DayNumber): Promise<StoredBlock[]> {
    return listBlocks(coinId, from, to, (query) =>
      query.where('block', '>=', blockOf(from)).where('block', '<=', blockOf(to)),
    );
  }
}

function createPins(db: Database): Pick<CloseStore, 'listPinned' | 'pinCloses'> {
  return {
    async listPinned(coinId, from, to) {
      const rows = await db
        .selectFrom('pinned_closes')
        .selectAll()
        .where('coin_id', '=', coinId)
        .where('day', '>=', from)
        .where('day', '<=', to)
        .orderBy('day')
        .execute();
      return rows.map(({ day, source, price, at }) => ({ day, source: source as CloseSource, price, at }));
    },

    pinCloses: (closes) =>
      transact(db, async (tx) => {
        for (const rows of chunk(closes, rowsAtOnce)) {
          await tx
            .insertInto('pinned_closes')
            .values(
              rows.map(({ coinId, day, source, price, at }) => ({ coin_id: coinId, day, source, price, at })),
            )
            .onConflict((conflict) => conflict.columns(['coin_id', 'day']).doNothing())
            .execute();
        }
      }),
  };
}

const fromBlock = ({ block, closes }: { block: number; closes: Uint8Array }) => decodeBlock(block, closes);

interface CloseWriter {
  /**
   * Merges them into what is there, and returns how many days have another close now. `mayWrite` is asked in each
   * transaction.
   */
  add(closes: readonly DailyClose[], mayWrite?: (tx: Tx) => Promise<boolean>): Promise<number>;
}

/** A transaction each, so that nobody waits long. */
const blocksAtOnce = 400;

/** Writes closes: recent ones beside the blocks, others into them. */
function createCloseWriter(db: Database, recent: RecentCloses): CloseWriter {
  const lockRows = createLockRows(db);

  /** Locked against servers of the version before, which know no other lock. */
  async function readBlocks(tx: Tx, groups: readonly ChangedBlock[]): Promise<Map<string, Uint8Array>> {
    const rows = await lockRows(
      tx
        .selectFrom('close_blocks')
        .selectAll()
        .where('coin_id', 'in', [...new Set(groups.map(({ coinId }) => coinId))])
        .where('block', 'in', [...new Set(groups.map(({ block }) => block))])
        .orderBy('coin_id')
        .orderBy('block'),
    ).execute();
    return new Map(rows.map((row) => [keyOf(row.coin_id, row.block), row.closes]));
  }

  async function mergeGroups(tx: Tx, groups: readonly ChangedBlock[]): Promise<number> {
    await recent.lock(tx);
    const numbers = groups.map(({ block }) => block);
    const coinIds = [...new Set(groups.map(({ coinId }) => coinId))];
    const added = await recent.list(tx, coinIds, Math.min(...numbers), Math.max(...numbers));
    const blocks = await readBlocks(tx, groups);
    const changes = groups.flatMap((group) => findChange(group, blocks, added));
    const isRecent = ({ block }: Change) => recent.isRecent(block);
    const byBlock = Map.groupBy(changes.filter(isRecent), ({ block }) => block);
    for (const [block, coins] of byBlock)
      await recent.add(
        tx,
        block,
        coins.map(({ coinId, changed }) => ({ coinId, closes: changed })),
      );
    await writeBlocks(
      tx,
      changes.filter((change) => !isRecent(change)),
    );
    return changes.reduce((sum, { changed }) => sum + changed.length, 0);
  }

  /** At most one try a call: where the table is being read, the next call tries again. */
  async function moveDue(): Promise<void> {
    const due = await recent.listDue();
    if (due.ids.size === 0) return;
    const closes = due.closes.flatMap(({ coinId, closes: list }) =>
      list.map((close) => ({ coinId, ...close })),
    );
    for (const groups of chunk(groupByBlock(closes), blocksAtOnce))
      await transact(db, async (tx) => {
        await recent.lock(tx);
        const blocks = await readBlocks(tx, groups);
        await writeBlocks(
          tx,
          groups.flatMap((group) => findChange(group, blocks, new Map())),
        );
      });
    await recent.clear(due);
  }

  return {
    async add(closes, mayWrite = async () => true) {
      let changed = 0;
      for (const groups of chunk(groupByBlock(closes), blocksAtOnce))
        changed += await transact(db, async (tx) => ((await mayWrite(tx)) ? mergeGroups(tx, groups) : 0));
      if (changed > 0) await moveDue();
      return changed;
    },
  };
}

async function writeBlocks(tx: Tx, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await tx
    .insertInto('close_blocks')
    .values(
      changes.map(({ coinId, block, closes }) => ({ coin_id: coinId, block, closes: encodeBlock(closes) })),
    )
    .onConflict((conflict) =>
      conflict.columns(['coin_id', 'block']).doUpdateSet((row) => ({ closes: row.ref('excluded.closes') })),
    )
    .execute();
}

/**
 * Closes of the block that today is in, in rows that are only added: a day that rewrote the block of every coin would
 * leave the old ones behind, and PostgreSQL clears them away only when no other session may still see them. When a block
 * is over its closes are written into `close_blocks` once, and the table is emptied as a whole, which frees its files at once.
 */
interface RecentCloses {
  isRecent(block: number): boolean;
  /** One writer at a time, over all servers, until the transaction ends. Readers go on. */
  lock(tx: Tx): Promise<void>;
  list(db: Database | Tx, coinIds: readonly CoinId[], from: number, to: number): Promise<ClosesByKey>;
  add(tx: Tx, block: number, coins: readonly CoinCloses[]): Promise<void>;
  /** What is to be written into blocks; empty: nothing is due. */
  listDue(): Promise<DueCloses>;
  /** Empties the table but for rows that were not due. False: it is being read, and stays until the next day. */
  clear(due: DueCloses): Promise<boolean>;
}

/** After a block's end the provider's closes of its last days still come in. */
const lateDays = 7;
/** Everybody who asks for closes waits behind one who waits for the table. */
const clearTimeout = '500ms';
const lockNotAvailable = '55P03';
/** With more coins than this all rows are looked through. */
const maxNamedCoins = 4;

function createRecentCloses(db: Database, today: () => DayNumber): RecentCloses {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const firstRecent = () => blockOf(today() - lateDays);
  /** The day on which somebody was reading. */
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
