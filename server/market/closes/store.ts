import type { CoinId } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createLockRows } from '#server/platform/database/lock-rows.ts';
import { type Tx, transact } from '#server/platform/database/transact.ts';
import type { DayNumber } from '#server/platform/utc-day.ts';
import {
  type ArchivedClose,
  blockOf,
  decodeBlock,
  decodeDays,
  encodeBlock,
  type StoredBlock,
} from './close-block.ts';
import type { CloseSource } from './close-source.ts';
import type { DailyClose } from './daily-closes.ts';
import { mergeCloses } from './merge-closes.ts';

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

/** Written per transaction, so that servers writing the same blocks never deadlock. */
const blocksAtOnce = 400;
const rowsAtOnce = 500;
/**
 * Up to this many blocks are listed individually. Statements are cached by their number of parameters, so few variants
 * are used.
 */
const maxNamedBlocks = 16;
const noBlock = -1_000_000;

export function createCloseStore(db: Database): CloseStore {
  const lockRows = createLockRows(db);

  async function mergeBlocks(tx: Tx, blocks: readonly ChangedBlock[]): Promise<number> {
    const keys = blocks.map(({ coinId, block }) => ({ coin_id: coinId, block }));
    // Existing rows can be locked, even against another server that would create them.
    await tx
      .insertInto('close_blocks')
      .values(keys.map((key) => ({ ...key, closes: new Uint8Array() })))
      .onConflict((conflict) => conflict.columns(['coin_id', 'block']).doNothing())
      .execute();
    const rows = await lockRows(
      tx
        .selectFrom('close_blocks')
        .selectAll()
        .where('coin_id', 'in', [...new Set(keys.map((key) => key.coin_id))])
        .where('block', 'in', [...new Set(keys.map((key) => key.block))])
        .orderBy('coin_id')
        .orderBy('block'),
    ).execute();
    const bytesByKey = new Map(rows.map((row) => [keyOf(row.coin_id, row.block), row.closes]));
    let changed = 0;
    const values = blocks.flatMap(({ coinId, block, added }) => {
      const known = decodeBlock(block, bytesByKey.get(keyOf(coinId, block)) ?? new Uint8Array());
      const merged = mergeCloses(known, added);
      changed += merged.changed;
      return merged.changed === 0
        ? []
        : [{ coin_id: coinId, block, closes: encodeBlock([...merged.closes.values()]) }];
    });
    if (values.length === 0) return 0;
    await tx
      .insertInto('close_blocks')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['coin_id', 'block']).doUpdateSet((row) => ({ closes: row.ref('excluded.closes') })),
      )
      .execute();
    return changed;
  }

  const selectBlocks = (coinId: CoinId) =>
    db.selectFrom('close_blocks').select(['block', 'closes']).where('coin_id', '=', coinId).orderBy('block');

  const listBlocks: CloseStore['listBlocks'] = (coinId, from, to) =>
    selectBlocks(coinId).where('block', '>=', blockOf(from)).where('block', '<=', blockOf(to)).execute();

  return {
    async addCloses(closes, mayWrite = async () => true) {
      let changed = 0;
      for (const blocks of chunk(groupByBlock(closes), blocksAtOnce))
        changed += await transact(db, async (tx) => ((await mayWrite(tx)) ? mergeBlocks(tx, blocks) : 0));
      return changed;
    },

    async listCloses(coinId, days) {
      const wanted = new Set(days);
      const blocks = [...new Set(days.map(blockOf))].sort((a, b) => a - b);
      const query =
        blocks.length <= maxNamedBlocks
          ? selectBlocks(coinId).where('block', 'in', padToPowerOfTwo(blocks))
          : selectBlocks(coinId).where('block', '>=', blocks[0]!).where('block', '<=', blocks.at(-1)!);
      const rows = await query.execute();
      return rows.flatMap(fromBlock).filter(({ day }) => wanted.has(day));
    },

    listBlocks,

    listLine: async (coinId, from, to) => decodeDays(await listBlocks(coinId, from, to), { from, to }),

    async listAll(coinId) {
      return (await selectBlocks(coinId).execute()).flatMap(fromBlock);
    },

    async listLines(coinIds, from) {
      const rows = await db
        .selectFrom('close_blocks')
        .selectAll()
        .where('coin_id', 'in', coinIds)
        .where('block', '>=', blockOf(from))
        .orderBy('coin_id')
        .orderBy('block')
        .execute();
      return new Map(
        [...Map.groupBy(rows, (row) => row.coin_id)].map(([coinId, list]) => [
          coinId,
          list.flatMap(fromBlock).filter(({ day }) => day >= from),
        ]),
      );
    },

    async hasCoin(coinId) {
      return (await selectBlocks(coinId).limit(1).executeTakeFirst()) !== undefined;
    },

    ...createPins(db),
  };
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

/** The closes to merge into one block. */
interface ChangedBlock {
  readonly coinId: CoinId;
  readonly block: number;
  readonly added: readonly DailyClose[];
}

const keyOf = (coinId: CoinId, block: number) => `${coinId} ${block}`;

/** Sorted the same way on all servers, so that they lock in the same order. */
function groupByBlock(closes: readonly DailyClose[]): ChangedBlock[] {
  const groups = Map.groupBy(closes, ({ coinId, day }) => keyOf(coinId, blockOf(day)));
  return [...groups.values()]
    .map((added) => ({ coinId: added[0]!.coinId, block: blockOf(added[0]!.day), added }))
    .sort((a, b) => (a.coinId === b.coinId ? a.block - b.block : a.coinId < b.coinId ? -1 : 1));
}

const fromBlock = ({ block, closes }: { block: number; closes: Uint8Array }) => decodeBlock(block, closes);

function chunk<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}

/** Repeats the last value up to a power of two. */
function padToPowerOfTwo(blocks: readonly number[]): number[] {
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, blocks.length)));
  return [...blocks, ...new Array<number>(length - blocks.length).fill(blocks.at(-1) ?? noBlock)];
}
