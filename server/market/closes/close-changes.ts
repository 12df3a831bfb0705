import type { CoinId } from '#contract/units.ts';
import { type ArchivedClose, blockOf, decodeBlock, encodeBlock, type StoredBlock } from './close-block.ts';
import type { DailyClose } from './daily-closes.ts';
import { mergeCloses } from './merge-closes.ts';
import type { CoinCloses } from './recent-row.ts';

/** By coin and block. */
export type ClosesByKey = ReadonlyMap<string, readonly ArchivedClose[]>;

export const keyOf = (coinId: CoinId, block: number): string => `${coinId} ${block}`;

/** The closes to merge into one block. */
export interface ChangedBlock {
  readonly coinId: CoinId;
  readonly block: number;
  readonly added: readonly DailyClose[];
}

export interface Change {
  readonly coinId: CoinId;
  readonly block: number;
  /** The new closes. */
  readonly changed: readonly ArchivedClose[];
  /** All closes of the block. */
  readonly closes: readonly ArchivedClose[];
}

/** What writing a block changes: one change, or none if nothing new is better than what is stored. */
export function findChange(
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

/** Sorted, so that all servers write in the same order. */
export function groupByBlock(closes: readonly DailyClose[]): ChangedBlock[] {
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

/** A coin's blocks merged with its recent closes, in order. */
export function joinBlocks(coinId: CoinId, rows: readonly StoredBlock[], added: ClosesByKey): StoredBlock[] {
  const byBlock = new Map(rows.map(({ block, closes }) => [block, closes]));
  for (const [key, closes] of added) {
    const block = blockOf(closes[0]!.day);
    if (key !== keyOf(coinId, block)) continue;
    const known = decodeBlock(block, byBlock.get(block) ?? new Uint8Array());
    byBlock.set(block, encodeBlock([...mergeCloses(known, closes).closes.values()]));
  }
  return [...byBlock].sort(([a], [b]) => a - b).map(([block, closes]) => ({ block, closes }));
}

/** Repeats the last value, so that queries for any number of blocks have only a few texts, whose plans are reused. */
export function padToPowerOfTwo(blocks: readonly number[]): number[] {
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, blocks.length)));
  return [...blocks, ...new Array<number>(length - blocks.length).fill(blocks.at(-1) ?? 0)];
}

/** Recent closes of blocks that are over, and the rows that they are in. */
export interface DueCloses {
  readonly ids: ReadonlySet<number>;
  readonly closes: readonly (CoinCloses & { readonly block: number })[];
}
