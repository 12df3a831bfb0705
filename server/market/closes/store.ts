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
  chunk,
  findChange,
  groupByBlock,
  joinBlocks,
  keyOf,
  padToPowerOfTwo,
} from './close-changes.ts';
import type { CloseSource } from './close-source.ts';
import type { DailyClose } from './daily-closes.ts';
import { createRecentCloseStore, type RecentCloseStore } from './recent-close-store.ts';

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
  /** Closes between two days (inclusive), in order. */
  listClosesBetween(coinId: CoinId, from: DayNumber, to: DayNumber): Promise<ArchivedClose[]>;
  /** Every close of a coin, in order. */
  listAll(coinId: CoinId): Promise<ArchivedClose[]>;
  /** Closes of each coin from a day on. Coins without any are left out. */
  listClosesSince(coinIds: readonly CoinId[], from: DayNumber): Promise<ReadonlyMap<CoinId, ArchivedClose[]>>;
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

/** `today` returns the current day. Closes of its block are stored separately: see `RecentCloseStore`. */
export function createCloseStore(db: Database, today = () => dayNumberOf(Date.now())): CloseStore {
  const recent = createRecentCloseStore(db, today);
  const writer = createCloseWriter(db, recent);

  const selectBlocks = (coinId: CoinId) =>
    db.selectFrom('close_blocks').select(['block', 'closes']).where('coin_id', '=', coinId).orderBy('block');

  /** Reads recent closes first: those moved in the meantime are then found in the blocks. */
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

    listClosesBetween: async (coinId, from, to) =>
      decodeDays(await listBetween(coinId, from, to), { from, to }),

    async listAll(coinId) {
      return (await listBlocks(coinId, firstDay, lastDay)).flatMap(fromBlock);
    },

    async listClosesSince(coinIds, from) {
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
      const byCoinId = coinIds.map((coinId): [CoinId, ArchivedClose[]] => {
        const blocks = joinBlocks(coinId, byCoin.get(coinId) ?? [], added);
        return [coinId, blocks.flatMap(fromBlock).filter(({ day }) => day >= from)];
      });
      return new Map(byCoinId.filter(([, closes]) => closes.length > 0));
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
  /** Merges closes into the archive, and returns how many days changed. `mayWrite` is checked in each transaction. */
  add(closes: readonly DailyClose[], mayWrite?: (tx: Tx) => Promise<boolean>): Promise<number>;
}

/** Blocks written in one transaction: few enough that nobody waits long. */
const blocksAtOnce = 400;

/** Writes closes: recent ones into their own table, others into the blocks. */
function createCloseWriter(db: Database, recent: RecentCloseStore): CloseWriter {
  const lockRows = createLockRows(db);

  /** Locks the blocks it reads, because servers of the previous version know no other lock. */
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

  /** Tries at most once per call: if the table is being read, the next call tries again. */
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
