import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { type ArchiveEntry, damaged, readEntryText } from './archive-entries.ts';

/** Characters of a sheet that are read at once: some thousands of rows. */
const defaultPieceLength = 4_000_000;
/** Of one row, and of what comes before the first: widths of columns and the like. */
const maxRowLength = 8_000_000;
const inflated = 8;

/**
 * A sheet in pieces of whole rows, each a sheet of its own in which cells have their texts instead of their numbers in
 * `texts`. A row keeps its number. Throws where the sheet is damaged.
 */
export async function* cutSheet(
  entry: ArchiveEntry,
  texts: readonly string[],
  pieceLength = defaultPieceLength,
): AsyncGenerator<string> {
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
    yield head.text + nameTexts(rest.slice(0, cut), texts) + head.tail;
    rest = rest.slice(cut);
  }
  if (head === null) throw damaged();
  if (head.isEmpty) return;
  const end = rest.indexOf(head.dataEnd);
  if (end < 0) throw damaged();
  yield head.text + nameTexts(rest.slice(0, end), texts) + head.tail;
}

interface SheetHead {
  /** Up to the first row. */
  readonly text: string;
  readonly rowEnd: string;
  readonly dataEnd: string;
  /** What ends a piece. */
  readonly tail: string;
  readonly isEmpty: boolean;
}

const dataName = 'sheetData';

/** Undefined while it is not all there. */
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

/** An entry's text as it is unpacked; no more of it than the archive says. */
async function* readTexts({ method, packed, size }: ArchiveEntry): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  if (method !== inflated) {
    yield decoder.decode(packed);
    return;
  }
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

/** Cells with the number of a shared text have it in them instead. What is not understood stays as it is. */
function nameTexts(rows: string, texts: readonly string[]): string {
  const parts: string[] = [];
  let done = 0;
  for (let at = rows.indexOf(sharedType); at >= 0; at = rows.indexOf(sharedType, at + 1)) {
    const open = rows.slice(rows.lastIndexOf('<', at) + 1, at).split(' ', 1)[0]!;
    const tagEnd = rows.indexOf('>', at) + 1;
    const valueEnd = rows.indexOf('</', tagEnd);
    const isCell = open === 'c' || open.endsWith(':c');
    if (!isCell || tagEnd === 0 || valueEnd < 0 || rows[tagEnd - 2] === '/') continue;
    const digits = rows.slice(rows.lastIndexOf('>', valueEnd) + 1, valueEnd);
    const text = digits === '' ? undefined : texts[Number(digits)];
    if (text === undefined) continue;
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

/** The content of each shared text, as XML; null where they are written in a way that is not understood. */
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
