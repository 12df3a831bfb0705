import { UnreadableFile } from '../unreadable-file.ts';
import { tableLimits } from './table.ts';

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endLength = 22;
const entryLength = 46;
const maxCommentLength = 65_535;

const broken = () => new UnreadableFile('unreadable', 'The spreadsheet is damaged: save it anew, or as CSV');

/**
 * Refuses an archive whose declared unpacked size exceeds our limit, before unpacking it. Unpacking writes into
 * buffers of the declared sizes, so an archive can't hold more than it declares.
 */
export function checkArchive(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count > tableLimits.maxArchiveEntries) throw broken();
  let unpacked = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + entryLength > bytes.length || view.getUint32(at, true) !== entrySignature) throw broken();
    unpacked += view.getUint32(at + 24, true);
    at += entryLength + [28, 30, 32].reduce((sum, field) => sum + view.getUint16(at + field, true), 0);
  }
  if (unpacked > tableLimits.maxUnpackedBytes)
    throw new UnreadableFile('too_large', 'The spreadsheet is larger than 100 MB when unpacked');
}

/** Finds the end of the directory, searching backwards because a comment of any length may follow it. */
function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - endLength - maxCommentLength);
  for (let at = view.byteLength - endLength; at >= first; at -= 1) {
    if (view.getUint32(at, true) === endSignature) return at;
  }
  throw broken();
}
