import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { CoinId } from '#contract/units.ts';
import {
  type ArchivedClose,
  type ByteReader,
  cutShort,
  decodeBlock,
  encodeBlock,
  pushVarint,
  readVarint,
} from './close-block.ts';

/*
 * Closes of several coins and of one block, in the order of the coins' ids, deflated: a close takes 15 to 20 bytes. By
 * coin:
 *
 *   length of the id (a varint), id (UTF-8), length of the closes (a varint), closes as in a block
 */

export interface CoinCloses {
  readonly coinId: CoinId;
  readonly closes: readonly ArchivedClose[];
}

export interface RecentRow {
  readonly block: number;
  readonly first_coin: CoinId;
  readonly last_coin: CoinId;
  readonly closes: Uint8Array;
}

/** PostgreSQL stores a row with this many closes in one page. */
const maxCloses = 60;

/** Encodes closes of one block as rows. */
export function encodeRecent(block: number, coins: readonly CoinCloses[]): RecentRow[] {
  const rows: RecentRow[] = [];
  let open: CoinCloses[] = [];
  let count = 0;
  const close = () => {
    if (open.length > 0) rows.push(toRow(block, open));
    open = [];
    count = 0;
  };
  for (const coin of [...coins].sort((a, b) =>
    Buffer.compare(Buffer.from(a.coinId), Buffer.from(b.coinId)),
  )) {
    if (count + coin.closes.length > maxCloses) close();
    open.push(coin);
    count += coin.closes.length;
  }
  close();
  return rows;
}

function toRow(block: number, coins: readonly CoinCloses[]): RecentRow {
  const parts = coins.flatMap(({ coinId, closes }) => {
    const [id, bytes] = [Buffer.from(coinId), encodeBlock(closes)];
    return [encodeVarint(id.length), id, encodeVarint(bytes.length), bytes];
  });
  const [first, last] = [coins[0]!.coinId, coins.at(-1)!.coinId];
  return { block, first_coin: first, last_coin: last, closes: deflateRawSync(Buffer.concat(parts)) };
}

/** The closes of the wanted coins. */
export function decodeRecent(
  { block, closes: packed }: Pick<RecentRow, 'block' | 'closes'>,
  isWanted: (coinId: CoinId) => boolean,
): CoinCloses[] {
  const bytes = inflateRawSync(packed);
  const reader: ByteReader = { bytes, next: 0 };
  const coins: CoinCloses[] = [];
  while (reader.next < bytes.length) {
    const coinId = take(reader, bytes).toString();
    const closes = take(reader, bytes);
    if (isWanted(coinId)) coins.push({ coinId, closes: decodeBlock(block, closes) });
  }
  return coins;
}

function take(reader: ByteReader, bytes: Buffer): Buffer {
  const length = readVarint(reader);
  const start = reader.next;
  reader.next += length;
  if (reader.next > bytes.length) throw cutShort();
  return bytes.subarray(start, reader.next);
}

function encodeVarint(value: number): Uint8Array {
  const bytes: number[] = [];
  pushVarint(bytes, value);
  return Uint8Array.from(bytes);
}
