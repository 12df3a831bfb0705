import type { DecimalText, Instant } from '#contract/units.ts';
import { type DayNumber, startOfDay } from '#server/platform/utc-day.ts';
import { type CloseSource, closeSources } from './close-source.ts';

/*
 * The archive keeps the closes of a coin in blocks of 80 days. A close takes 11 to 16 bytes:
 *
 *   day in the block (1), source and number of limbs (4 bits each), scale (a varint), limbs (4 each), instant (a varint)
 *
 * A price is its digits as one whole number, in limbs of nine digits each, lowest first; `scale` is how many of them are
 * behind the point. All digits stay as they came, also zeros at the end. The instant is counted from the day's end.
 */

/** A day's price and who said so. */
export interface ArchivedClose {
  readonly day: DayNumber;
  readonly source: CloseSource;
  /** Plain decimal text, in US dollars. */
  readonly price: DecimalText;
  /** The instant that it is the price of. */
  readonly at: Instant;
}

/** Rows of this size fill the pages of both databases, and PostgreSQL stores them in one piece. */
export const blockDays = 80;

export const blockOf = (day: DayNumber): number => Math.floor(day / blockDays);

const limbDigits = 9;
const maxLimbs = 15;
const pricePattern = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** The bytes of one block. `closes` are all of it, of different days. */
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

/** The closes of a block, by day. */
export function decodeBlock(block: number, bytes: Uint8Array): ArchivedClose[] {
  const closes: ArchivedClose[] = [];
  const reader = { bytes, next: 0 };
  while (reader.next < bytes.length) {
    const day = block * blockDays + readByte(reader);
    const kind = readByte(reader);
    const source = closeSources[kind >> 4];
    if (source === undefined) throw new RangeError(`no source of closes has the number ${kind >> 4}`);
    const scale = readVarint(reader);
    const price = readPrice(reader, kind & 15, scale);
    const offset = readVarint(reader);
    const at = startOfDay(day + 1) + (offset % 2 === 1 ? -(offset + 1) / 2 : offset / 2);
    closes.push({ day, source, price, at });
  }
  return closes;
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

interface ByteReader {
  readonly bytes: Uint8Array;
  next: number;
}

function readByte(reader: ByteReader): number {
  const byte = reader.bytes[reader.next];
  if (byte === undefined) throw new RangeError('a block of closes is cut short');
  reader.next += 1;
  return byte;
}

function readPrice(reader: ByteReader, limbs: number, scale: number): DecimalText {
  let digits = '';
  for (let index = 0; index < limbs; index += 1) {
    const limb =
      readByte(reader) +
      readByte(reader) * 0x100 +
      readByte(reader) * 0x1_0000 +
      readByte(reader) * 0x100_0000;
    const isTop = index === limbs - 1;
    digits = (isTop ? String(limb) : String(limb).padStart(limbDigits, '0')) + digits;
  }
  if (scale === 0) return digits === '' ? '0' : digits;
  const padded = digits.padStart(scale + 1, '0');
  const point = padded.length - scale;
  return `${padded.slice(0, point)}.${padded.slice(point)}`;
}

/** Seven bits a byte, lowest first; not by bitwise operators, since an instant may be further away than 32 bits. */
function pushVarint(bytes: number[], value: number): void {
  let left = value;
  for (; left >= 0x80; left = Math.floor(left / 0x80)) bytes.push((left % 0x80) + 0x80);
  bytes.push(left);
}

function readVarint(reader: ByteReader): number {
  let value = 0;
  for (let unit = 1; ; unit *= 0x80) {
    const byte = readByte(reader);
    value += (byte % 0x80) * unit;
    if (byte < 0x80) return value;
  }
}
