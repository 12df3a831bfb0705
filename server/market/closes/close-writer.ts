import type { CoinId } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createLockRows } from '#server/platform/database/lock-rows.ts';
import { type Tx, transact } from '#server/platform/database/transact.ts';
import { type ArchivedClose, blockOf, decodeBlock, encodeBlock } from './close-block.ts';
import type { DailyClose } from './daily-closes.ts';
import { mergeCloses } from './merge-closes.ts';
import { type ClosesByKey, keyOf, type RecentCloses } from './recent-closes.ts';

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
export function createCloseWriter(db: Database, recent: RecentCloses): CloseWriter {
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

/** What is to be merged into one block. */
interface ChangedBlock {
  readonly coinId: CoinId;
  readonly block: number;
  readonly added: readonly DailyClose[];
}

interface Change {
  readonly coinId: CoinId;
  readonly block: number;
  /** Those that are new, and all of the block. */
  readonly changed: readonly ArchivedClose[];
  readonly closes: readonly ArchivedClose[];
}

function findChange(
  { coinId, block, added }: ChangedBlock,
  blocks: ReadonlyMap<string, Uint8Array>,
  recent: ClosesByKey,
): Change[] {
  const key = keyOf(coinId, block);
  const stored = decodeBlock(block, blocks.get(key) ?? new Uint8Array());
  const known = mergeCloses(stored, recent.get(key) ?? []).closes;
  const merged = mergeCloses(known.values(), added);
  if (merged.changed === 0) return [];
  const closes = [...merged.closes.values()];
  return [{ coinId, block, closes, changed: closes.filter((close) => known.get(close.day) !== close) }];
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

/** In one order for all servers. */
function groupByBlock(closes: readonly DailyClose[]): ChangedBlock[] {
  const groups = Map.groupBy(closes, ({ coinId, day }) => keyOf(coinId, blockOf(day)));
  return [...groups.values()]
    .map((added) => ({ coinId: added[0]!.coinId, block: blockOf(added[0]!.day), added }))
    .sort((a, b) => (a.coinId === b.coinId ? a.block - b.block : a.coinId < b.coinId ? -1 : 1));
}

export function chunk<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}
