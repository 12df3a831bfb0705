import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { type ArchiveEntry, damaged, deflated, readEntryText, repetitive } from './archive-entries.ts';

/**
 * Characters per piece: about two hundred rows. Parsing larger ones leaves objects that outlive the youngest generation
 * of the heap; collecting them would take a third of the time.
 */
const defaultPieceLength = 100_000;
/** In characters. Also limits what comes before the first row, such as column widths. */
const maxRowLength = 8_000_000;
/** In characters, of the shared texts in the cells of a piece. Any number of cells may share one text of many megabytes. */
const maxPieceTexts = 16 * 1024 * 1024;

/** A part of a sheet as a sheet of its own. */
export interface SheetPiece {
  readonly text: string;
  /** How much smaller its row numbers are than those of the whole sheet. */
  readonly rowsBefore: number;
}

/**
 * Cuts a sheet into pieces of whole rows. Each piece is a complete sheet whose cells contain their texts instead of
 * indices into `texts`. Throws if the sheet is damaged, or repeats long texts too often.
 */
export async function* cutSheet(
  entry: ArchiveEntry,
  texts: readonly string[],
  pieceLength = defaultPieceLength,
): AsyncGenerator<SheetPiece> {
  let head: SheetHead | null = null;
  let rest = '';
  for await (const text of readTexts(entry)) {
    rest += text;
    if (head === null) {
      head = findHead(rest);
      if (head) rest = rest.slice(head.text.length);
      else if (rest.length > maxRowLength) throw damaged();
    }
    if (head === null || rest.length < pieceLength) continue;
    const end = rest.lastIndexOf(head.rowEnd);
    if (end < 0 && rest.length > maxRowLength) throw damaged();
    if (end < 0) continue;
    const cut = end + head.rowEnd.length;
    yield makePiece(head, rest.slice(0, cut), texts);
    rest = rest.slice(cut);
  }
  if (head === null) throw damaged();
  if (head.isEmpty) return;
  const end = rest.indexOf(head.dataEnd);
  if (end < 0) throw damaged();
  yield makePiece(head, rest.slice(0, end), texts);
}

function makePiece(head: SheetHead, rows: string, texts: readonly string[]): SheetPiece {
  const { text, rowsBefore } = lowerRowNumbers(rows);
  return { text: head.text + inlineTexts(text, texts) + head.tail, rowsBefore };
}

const numbered = /(<(?:\w+:)?(?:row|c) r=")([A-Z]*)(\d+)"/g;
const rowOrCell = /<(?:\w+:)?(?:row|c)[ />]/g;

/**
 * Lets the row numbers begin at 1, because the parser creates all rows before the first. Leaves them unchanged if any
 * row or cell is written in another way than by the programs we know.
 */
function lowerRowNumbers(rows: string): SheetPiece {
  const first = /<(?:\w+:)?row r="(\d+)"/.exec(rows)?.[1];
  const rowsBefore = first === undefined ? 0 : Number(first) - 1;
  let changed = 0;
  let lowest = 1;
  const text = rows.replace(numbered, (_tag, start: string, column: string, digits: string) => {
    changed += 1;
    const row = Number(digits) - rowsBefore;
    lowest = Math.min(lowest, row);
    return `${start}${column}${row}"`;
  });
  const isComplete = lowest === 1 && changed === rows.match(rowOrCell)?.length;
  return isComplete ? { text, rowsBefore } : { text: rows, rowsBefore: 0 };
}

interface SheetHead {
  /** Everything before the first row. */
  readonly text: string;
  readonly rowEnd: string;
  readonly dataEnd: string;
  /** Closes a piece. */
  readonly tail: string;
  readonly isEmpty: boolean;
}

const dataName = 'sheetData';

/** Null until it is complete. */
function findHead(text: string): SheetHead | null {
  const at = text.indexOf(dataName);
  const end = text.indexOf('>', at);
  if (at < 0 || end < 0) return null;
  const prefix = text.slice(text.lastIndexOf('<', at) + 1, at);
  const dataEnd = `</${prefix}${dataName}`;
  return {
    text: text.slice(0, end + 1),
    rowEnd: `</${prefix}row>`,
    dataEnd,
    tail: `${dataEnd}></${prefix}worksheet>`,
    isEmpty: text[end - 1] === '/',
  };
}

/** Yields an entry's text while unpacking it, but no more than the archive states. */
async function* readTexts(entry: ArchiveEntry): AsyncGenerator<string> {
  const { method, packed, size } = entry;
  if (method !== deflated) {
    yield readEntryText(entry);
    return;
  }
  const decoder = new TextDecoder();
  let length = 0;
  try {
    for await (const chunk of Readable.from([packed]).pipe(createInflateRaw({ chunkSize: 65_536 }))) {
      length += (chunk as Buffer).length;
      if (length > size) throw damaged();
      yield decoder.decode(chunk as Buffer, { stream: true });
    }
  } catch {
    throw damaged();
  }
  yield decoder.decode();
}

const sharedType = ' t="s"';

/** Replaces indices of shared texts by the texts, except in cells it doesn't understand. Throws if they are too long. */
function inlineTexts(rows: string, texts: readonly string[]): string {
  const parts: string[] = [];
  let done = 0;
  let length = 0;
  for (let at = rows.indexOf(sharedType); at >= 0; at = rows.indexOf(sharedType, at + 1)) {
    const open = rows.slice(rows.lastIndexOf('<', at) + 1, at).split(' ', 1)[0]!;
    const tagEnd = rows.indexOf('>', at) + 1;
    const valueEnd = rows.indexOf('</', tagEnd);
    const isCell = open === 'c' || open.endsWith(':c');
    if (!isCell || tagEnd === 0 || valueEnd < 0 || rows[tagEnd - 2] === '/') continue;
    const digits = rows.slice(rows.lastIndexOf('>', valueEnd) + 1, valueEnd);
    const text = digits === '' ? undefined : texts[Number(digits)];
    if (text === undefined) continue;
    length += text.length;
    if (length > maxPieceTexts) throw repetitive();
    parts.push(
      rows.slice(done, at),
      ' t="inlineStr"',
      rows.slice(at + sharedType.length, tagEnd),
      `<is>${text}</is>`,
    );
    done = rows.indexOf('>', valueEnd) + 1;
  }
  return parts.length === 0 ? rows : parts.join('') + rows.slice(done);
}

/** The content of each shared text, as XML; null if the format is not understood. */
export function listSharedTexts(entry: ArchiveEntry): string[] | null {
  const text = readEntryText(entry);
  const root = text.indexOf('sst');
  const prefix = text.slice(text.lastIndexOf('<', root) + 1, root);
  const [open, close] = [`<${prefix}si`, `</${prefix}si>`];
  const found: string[] = [];
  for (let at = text.indexOf(open); at >= 0; ) {
    const tagEnd = text.indexOf('>', at);
    const next = text[at + open.length];
    if (tagEnd < 0 || (next !== '>' && next !== ' ' && next !== '/')) return null;
    if (text[tagEnd - 1] === '/') {
      found.push('');
      at = text.indexOf(open, tagEnd);
      continue;
    }
    const end = text.indexOf(close, tagEnd);
    if (end < 0) return null;
    found.push(text.slice(tagEnd + 1, end));
    at = text.indexOf(open, end);
  }
  return found;
}
