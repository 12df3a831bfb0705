import { inflateRawSync } from 'node:zlib';
import { UnreadableFile } from '../unreadable-file.ts';
import { tableLimits } from './table.ts';

export interface ArchiveEntry {
  readonly name: string;
  /** 0: stored uncompressed; 8: deflated. */
  readonly method: number;
  readonly packed: Uint8Array;
  /** Unpacked size in bytes, as stated by the archive. */
  readonly size: number;
}

const [endSignature, entrySignature, localSignature] = [0x06054b50, 0x02014b50, 0x04034b50];
const [endLength, entryLength, localLength] = [22, 46, 30];
const maxCommentLength = 65_535;
/** The compression method of most entries. */
export const deflated = 8;

/** For a spreadsheet that can't be unpacked or parsed. */
export const damaged = () =>
  new UnreadableFile('unreadable', 'The spreadsheet is damaged: save it again, or as CSV');

/** For a spreadsheet whose cells share long texts, which are in the file once, but in memory once per cell. */
export const repetitive = () =>
  new UnreadableFile('too_large', 'The spreadsheet’s cells hold more than 100 MB of text');

/**
 * The files of an archive. Refuses one that would be too large, before unpacking anything. Unpacking stops at the sizes
 * summed here, so an archive can't understate them.
 */
export function listEntries(bytes: Uint8Array): ArchiveEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count > tableLimits.maxArchiveEntries) throw damaged();
  const entries: ArchiveEntry[] = [];
  for (let index = 0; index < count; index += 1) {
    if (at + entryLength > bytes.length || view.getUint32(at, true) !== entrySignature) throw damaged();
    const [nameLength = 0, ...others] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const name = new TextDecoder().decode(bytes.subarray(at + entryLength, at + entryLength + nameLength));
    const packed = findPacked(bytes, view, view.getUint32(at + 42, true), view.getUint32(at + 20, true));
    entries.push({
      name,
      method: view.getUint16(at + 10, true),
      packed,
      size: view.getUint32(at + 24, true),
    });
    at += entryLength + others.reduce((sum, length) => sum + length, nameLength);
  }
  if (sizeOf(entries) > tableLimits.maxUnpackedBytes)
    throw new UnreadableFile('too_large', 'The spreadsheet is larger than 100 MB when unpacked');
  return entries;
}

/** The unpacked size of entries in bytes, as stated by the archive. */
export const sizeOf = (entries: readonly ArchiveEntry[]): number =>
  entries.reduce((sum, { size }) => sum + size, 0);

/** Finds the end record of the directory. Searches backwards, because a comment of any length may follow it. */
function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - endLength - maxCommentLength);
  for (let at = view.byteLength - endLength; at >= first; at -= 1) {
    if (view.getUint32(at, true) === endSignature) return at;
  }
  throw damaged();
}

/** Empty if the archive points outside itself; unpacking then reports it as damaged. */
function findPacked(bytes: Uint8Array, view: DataView, at: number, length: number): Uint8Array {
  if (at + localLength > bytes.length || view.getUint32(at, true) !== localSignature) return new Uint8Array();
  const start = at + localLength + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  return bytes.subarray(start, start + length);
}

/** The whole text of an entry. */
export const readEntryText = (entry: ArchiveEntry): string => new TextDecoder().decode(unpack(entry));

/**
 * Throws if it is larger than the archive states: several entries may point to the same bytes, so even a small file could
 * unpack to any size.
 */
export function unpack({ method, packed, size }: ArchiveEntry): Uint8Array {
  if (method !== deflated) {
    if (packed.length > size) throw damaged();
    return packed;
  }
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
  } catch {
    throw damaged();
  }
}

/** An archive of already packed entries, without checksums, because only our own reader opens it. */
export function writeArchive(entries: readonly ArchiveEntry[]): ArrayBuffer {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, method, packed, size } of entries) {
    const title = new TextEncoder().encode(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(title.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    parts.push(writeUint32(localSignature), common, title, packed);
    directory.push(writeUint32(entrySignature), Buffer.from([20, 0]), common, place, title);
    offset += 4 + common.length + title.length + packed.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(lengthOf(directory), 8);
  end.writeUInt32LE(offset, 12);
  return join([...parts, ...directory, writeUint32(endSignature), end]);
}

const lengthOf = (parts: readonly Uint8Array[]) => parts.reduce((sum, { length }) => sum + length, 0);

function writeUint32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function join(parts: readonly Uint8Array[]): ArrayBuffer {
  const whole = new Uint8Array(lengthOf(parts));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole.buffer;
}
