import { inflateSync } from 'node:zlib';

export interface ReadPdf {
  /** The text of each page, one line per drawn text. */
  readonly pages: readonly string[];
  /** The titles of the outline, in order. */
  readonly outline: readonly string[];
  /** Number of structure elements by type. */
  readonly structure: ReadonlyMap<string, number>;
}

/** Reads those parts of pdfkit's PDFs that tests need. */
export function readPdf(bytes: Buffer): ReadPdf {
  const objects = readObjects(bytes);
  const catalog = [...objects.values()].find(({ dictionary }) => dictionary.includes('/Type /Catalog'))!;
  const pageTree = objects.get(refOf(catalog.dictionary, 'Pages')!)!;
  const kids = /\/Kids \[([^\]]*)\]/.exec(pageTree.dictionary)?.[1] ?? '';
  const pages = [...kids.matchAll(/(\d+) 0 R/g)].map(([, id]) => readPage(objects, Number(id)));
  const structure = new Map<string, number>();
  for (const { dictionary } of objects.values()) {
    const type = /^<<\s*\/S \/(\w+)/.exec(dictionary)?.[1];
    if (type !== undefined) structure.set(type, (structure.get(type) ?? 0) + 1);
  }
  return { pages, outline: readOutline(objects, refOf(catalog.dictionary, 'Outlines')), structure };
}

interface PdfObject {
  readonly dictionary: string;
  readonly stream: Buffer | null;
}

function readObjects(bytes: Buffer): Map<number, PdfObject> {
  const text = bytes.toString('latin1');
  const objects = new Map<number, PdfObject>();
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const start = match.index + match[0].length;
    const end = text.indexOf('\nendobj', start);
    const streamAt = text.indexOf('\nstream\n', start);
    const hasStream = streamAt !== -1 && streamAt < end;
    const dictionary = text.slice(start, hasStream ? streamAt : end);
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1]);
    const from = streamAt + '\nstream\n'.length;
    const stream = hasStream ? bytes.subarray(from, from + length) : null;
    const isPacked = dictionary.includes('/FlateDecode');
    objects.set(Number(match[1]), { dictionary, stream: stream && isPacked ? inflateSync(stream) : stream });
  }
  return objects;
}

function refOf(dictionary: string, name: string): number | undefined {
  const id = new RegExp(`/${name} (\\d+) 0 R`).exec(dictionary)?.[1];
  return id === undefined ? undefined : Number(id);
}

function readPage(objects: Map<number, PdfObject>, id: number): string {
  const { dictionary } = objects.get(id)!;
  const content = objects.get(refOf(dictionary, 'Contents')!)!.stream!.toString('latin1');
  const resources = objects.get(refOf(dictionary, 'Resources')!)!.dictionary;
  const fonts = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, font]) => [
      name!,
      readCharacters(objects, Number(font)),
    ]),
  );
  const lines: string[] = [];
  // A font stays in effect until another is set.
  let font = '';
  for (const [, text = ''] of content.matchAll(/BT([\s\S]*?) ET/g)) {
    let line = '';
    for (const [, name, hex] of text.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9a-f]*)> Tj/g)) {
      if (name !== undefined) font = name;
      for (const glyph of hex?.match(/.{4}/g) ?? [])
        line += fonts.get(font)?.[Number.parseInt(glyph, 16)] ?? '\u0000';
    }
    lines.push(line);
  }
  return lines.join('\n');
}

/** The characters of a font's glyphs, by glyph number. */
function readCharacters(objects: Map<number, PdfObject>, id: number): string[] {
  const map = objects.get(refOf(objects.get(id)!.dictionary, 'ToUnicode')!)!.stream!.toString('latin1');
  const characters: string[] = [];
  for (const [, start = '', list = ''] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    const texts = [...list.matchAll(/<([^>]*)>/g)].map(([, codes = '']) =>
      String.fromCharCode(...codes.split(' ').map((code) => Number.parseInt(code, 16))),
    );
    for (const [place, text] of texts.entries()) characters[Number.parseInt(start, 16) + place] = text;
  }
  return characters;
}

function readOutline(objects: Map<number, PdfObject>, rootId: number | undefined): string[] {
  const titles: string[] = [];
  const root = rootId === undefined ? undefined : objects.get(rootId);
  let next = root && refOf(root.dictionary, 'First');
  while (next !== undefined) {
    const { dictionary } = objects.get(next)!;
    titles.push(readString(/\/Title \(([\s\S]*?)\)\n/.exec(dictionary)?.[1] ?? ''));
    next = refOf(dictionary, 'Next');
  }
  return titles;
}

function readString(text: string): string {
  const plain = text.replace(/\\([\\()])/g, '$1');
  if (!plain.startsWith('þÿ')) return plain;
  return Buffer.from(plain.slice(2), 'latin1').swap16().toString('utf16le');
}
