import type { DecimalText, Instant } from '#contract/units.ts';
import { type DayNumber, startOfDay } from '#server/platform/utc-day.ts';
import { type CloseSource, closeSources } from './close-source.ts';

/*
 * The archive keeps a coin's closes in blocks of 80 days. A close takes 12 to 15 bytes:
 *
 *   day in block (1), source and number of limbs (4 bits each), scale (varint), limbs (4 each), instant (varint)
 *
 * A price is stored as one integer of all its digits, in limbs of nine digits each, lowest first; `scale` is the number
 * of decimals. All digits are kept as received, including trailing zeros. The instant is relative to the end of the
 * day.
 */

/** A day's price and its source. */
export interface ArchivedClose {
  readonly day: DayNumber;
  readonly source: CloseSource;
  /** Plain decimal text, in US dollars. */
  readonly price: DecimalText;
  /** The instant the price belongs to. */
  readonly at: Instant;
}

/** A block as it is stored. */
export interface StoredBlock {
  readonly block: number;
  readonly closes: Uint8Array;
}

/** With rows of this size, both databases fill their pages and PostgreSQL stores each row in one piece. */
export const blockDays = 80;

export const blockOf = (day: DayNumber): number => Math.floor(day / blockDays);

const limbDigits = 9;
const limbUnit = 10 ** limbDigits;
const maxLimbs = 15;
const pricePattern = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Encodes one block. `closes` are all its closes, at most one per day. */
export function encodeBlock(closes: readonly ArchivedClose[]): Uint8Array {
  const bytes: number[] = [];
  for (const close of [...closes].sort((a, b) => a.day - b.day)) {
    const { limbs, scale } = splitPrice(close.price);
    bytes.push(
      close.day - blockOf(close.day) * blockDays,
      (closeSources.indexOf(close.source) << 4) | limbs.length,
    );
    pushVarint(bytes, scale);
    for (const limb of limbs) bytes.push(limb & 255, (limb >>> 8) & 255, (limb >>> 16) & 255, limb >>> 24);
    const offset = close.at - startOfDay(close.day + 1);
    pushVarint(bytes, offset < 0 ? -2 * offset - 1 : 2 * offset);
  }
  return Uint8Array.from(bytes);
}

/** Decodes a block's closes, in order. Reads each byte once, because a chart decodes thousands. */
export function decodeBlock(block: number, bytes: Uint8Array): ArchivedClose[] {
  const closes: ArchivedClose[] = [];
  const reader = { bytes, next: 0 };
  while (reader.next < bytes.length) {
    const day = block * blockDays + bytes[reader.next]!;
    const kind = bytes[reader.next + 1] ?? 0;
    reader.next += 2;
    const source = closeSources[kind >> 4];
    if (source === undefined) throw new RangeError(`no source of closes has the number ${kind >> 4}`);
    const scale = readVarint(reader);
    const price = placePoint(readDigits(reader, kind & 15), scale);
    const offset = readVarint(reader);
    const at = startOfDay(day + 1) + (offset % 2 === 1 ? -(offset + 1) / 2 : offset / 2);
    closes.push({ day, source, price, at });
  }
  return closes;
}

/** The closes between two days (inclusive) from the blocks that contain them. */
export function decodeDays(
  blocks: readonly StoredBlock[],
  { from, to }: { readonly from: DayNumber; readonly to: DayNumber },
): ArchivedClose[] {
  return blocks.flatMap(({ block, closes: bytes }) => {
    const closes = decodeBlock(block, bytes);
    const isWhole = block > blockOf(from) && block < blockOf(to);
    return isWhole ? closes : closes.filter(({ day }) => day >= from && day <= to);
  });
}

function splitPrice(price: DecimalText): { limbs: number[]; scale: number } {
  if (!pricePattern.test(price)) throw new RangeError(`"${price}" is not a price`);
  const point = price.indexOf('.');
  const scale = point < 0 ? 0 : price.length - point - 1;
  const digits = price.replace('.', '').replace(/^0+/, '');
  const limbs: number[] = [];
  for (let end = digits.length; end > 0; end -= limbDigits)
    limbs.push(Number(digits.slice(Math.max(0, end - limbDigits), end)));
  if (limbs.length > maxLimbs) throw new RangeError(`"${price}" has too many digits`);
  return { limbs, scale };
}

export interface ByteReader {
  readonly bytes: Uint8Array;
  next: number;
}

/** The integer, before the decimal point is placed. */
function readDigits(reader: ByteReader, limbs: number): string {
  const { bytes, next } = reader;
  reader.next += 4 * limbs;
  if (reader.next >= bytes.length) throw cutShort();
  const limbAt = (at: number) =>
    (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
  const low = limbs > 0 ? limbAt(next) : 0;
  if (limbs <= 1) return String(low);
  const wide = limbAt(next + 4) * limbUnit + low;
  if (limbs === 2 && wide <= Number.MAX_SAFE_INTEGER) return String(wide);
  let digits = '';
  for (let index = limbs - 1; index >= 0; index -= 1) {
    const limb = String(limbAt(next + 4 * index));
    digits += digits === '' ? limb : limb.padStart(limbDigits, '0');
  }
  return digits;
}

function placePoint(digits: string, scale: number): DecimalText {
  if (scale === 0) return digits;
  const padded = digits.length > scale ? digits : digits.padStart(scale + 1, '0');
  const point = padded.length - scale;
  return `${padded.slice(0, point)}.${padded.slice(point)}`;
}

export const cutShort = () => new RangeError('a block of closes is cut short');

/**
 * Seven bits per byte, lowest first. Not done with bitwise operators, because an instant may need more than 32 bits.
 */
export function pushVarint(bytes: number[], value: number): void {
  let left = value;
  for (; left >= 0x80; left = Math.floor(left / 0x80)) bytes.push((left % 0x80) + 0x80);
  bytes.push(left);
}

export function readVarint(reader: ByteReader): number {
  let value = 0;
  for (let unit = 1; ; unit *= 0x80) {
    const byte = reader.bytes[reader.next];
    if (byte === undefined) throw cutShort();
    reader.next += 1;
    if (byte < 0x80) return value + byte * unit;
    value += (byte - 0x80) * unit;
  }
}
