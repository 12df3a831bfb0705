import { crc32, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeZip } from '../../../../../tests/support/imports/write-xlsx.ts';
import { readXlsx } from './read-xlsx.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';

const texts = `<sst xmlns="${main}"><si><t>BTC</t></si><si><r><t>rich </t></r><r><t xml:space="preserve">text</t></r></si><si/><si><t></t></si><si><t>a &lt;b&gt; &amp; "c"</t></si><si><t>本</t><rPh><t>hon</t></rPh></si></sst>`;
const styles = `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`;
const rowOf = (row: number) =>
  `<row r="${row}"><c r="A${row}" s="0" t="s"><v>${row % 6}</v></c><c r="B${row}"><v>0.${row}00000000000000000001</v></c><c r="C${row}" s="1"><v>44256.5</v></c>` +
  `<c r="D${row}" t="str"><f>A1</f><v>of formula</v></c><c r="E${row}" t="inlineStr"><is><t>an attribute t="s"> of ${row} €</t></is></c><c r="G${row}" t="b"><v>1</v></c></row>`;
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
const sheet = (rows: string) =>
  `<worksheet xmlns="${main}"><dimension ref="A1:G90"/><cols><col min="1" max="1"/></cols><sheetData>${rows}</sheetData><mergeCells/></worksheet>`;
const first = sheet([...range(1, 40), ...range(60, 90)].map(rowOf).join('\n'));
const second = sheet(range(3, 9).map(rowOf).join(''));
/** The way some libraries write it. */
const prefixed = first
  .replaceAll(/<(\/?)(?=[a-z])/gi, '<$1x:')
  .replace('<x:worksheet xmlns=', '<x:worksheet xmlns:x=');

function listFiles(sheets: readonly string[]): [name: string, text: string][] {
  const numbers = sheets.map((_, index) => index + 1);
  const files: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${numbers.map((number) => `<sheet name="S${number}" sheetId="${number}" r:id="rId${number}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}">${numbers.map((number) => `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`).join('')}<Relationship Id="rId98" Type="${office}/styles" Target="styles.xml"/><Relationship Id="rId99" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': styles,
    'xl/sharedStrings.xml': texts,
    ...Object.fromEntries(sheets.map((text, index) => [`xl/worksheets/sheet${index + 1}.xml`, text])),
  };
  return Object.entries(files);
}

function writeBook(sheets: readonly string[], others: Record<string, string> = {}): Uint8Array {
  return writeZip(
    Object.entries({ ...Object.fromEntries(listFiles(sheets)), ...others }).map(([name, text]) => {
      const bytes = Buffer.from(text);
      return { name, packed: deflateRawSync(bytes), size: bytes.length, checksum: crc32(bytes) };
    }),
  );
}

/** A second sheet in a folder of its own. */
const moved = (text: string): Record<string, string> => {
  const files = Object.fromEntries(listFiles([second, text]));
  const names = files['xl/_rels/workbook.xml.rels']!.replace('worksheets/sheet2', 'worksheets/other/sheet2');
  return { 'xl/workbook.xml': files['xl/workbook.xml']!, 'xl/_rels/workbook.xml.rels': names };
};

async function readRows(bytes: Uint8Array, options: Parameters<typeof readXlsx>[1]) {
  const tables = await readXlsx(bytes, options);
  return tables.map(({ rows }) => rows.map(({ line, cells }) => [line, ...cells].join('|')));
}

const whole = { maxWhole: Number.POSITIVE_INFINITY };
const inPieces = (pieceLength: number) => ({ maxWhole: 0, pieceLength });

describe('a date', () => {
  const epoch = Date.UTC(1899, 11, 30);
  const clockOf = (at: number) => new Date(at).toISOString().slice(11, 23).replace('.000', '');
  const instants = fc.array(fc.integer({ min: Date.UTC(2009, 0, 3), max: Date.UTC(2035, 0, 1) }), {
    minLength: 1,
  });

  it('is exact to the millisecond, with fifteen digits and with more', async () => {
    const writeDays = fc.constantFrom(String, (days: number) => days.toPrecision(15));
    const way = fc.constantFrom(whole, inPieces(300));
    await fc.assert(
      fc.asyncProperty(instants, writeDays, way, async (all, write, options) => {
        const cells = all.map(
          (at, row) => `<c r="A${row + 1}" s="1"><v>${write((at - epoch) / 86_400_000)}</v></c>`,
        );
        const rows = cells.map((cell, row) => `<row r="${row + 1}">${cell}</row>`).join('');
        const [found] = await readRows(writeBook([sheet(rows)]), options);
        const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
        const timeOf = (at: number) => (clockOf(at) === '00:00:00' ? '' : ` ${clockOf(at)}`);
        expect(found).toEqual(all.map((at, row) => `${row + 1}|${dayOf(at)}${timeOf(at)}`));
      }),
    );
  });

  it.each([
    ['of a formula', '<c r="A1" s="1"><f>NOW()</f><v>44256.5840277662</v></c>'],
    ['of a formula that is shared', '<c r="A1" s="1"><f t="shared" si="0"/><v>44256.5840277662</v></c>'],
    ['with single quotes', "<c r='A1' s='1' t='n'><v>44256.5840277662</v></c>"],
    ['on a line of its own', '<c r="A1" s="1">\n  <v>44256.5840277662</v>\n</c>'],
  ])('is exact %s', async (_name, cell) => {
    const [found] = await readRows(writeBook([sheet(`<row r="1">${cell}</row>`)]), whole);
    expect(found).toEqual(['1|2021-03-01 14:00:59.999']);
  });

  it('is read only where the style is a date: other numbers stay as they are', async () => {
    const [found] = await readRows(
      writeBook([sheet('<row r="1"><c r="A1" s="0"><v>44256.5</v></c></row>')]),
      whole,
    );
    expect(found).toEqual(['1|44256.5']);
  });

  it('with a style that is not in the file makes the spreadsheet unreadable', async () => {
    const book = writeBook([sheet('<row r="1"><c r="A1" s="7"><v>44256.5</v></c></row>')]);
    await expect(readXlsx(book)).rejects.toMatchObject({ name: 'UnreadableFile' });
  });
});

describe('a large spreadsheet', () => {
  it.each([
    ['of one sheet', [first]],
    ['of several sheets', [second, sheet(''), first]],
    ['with a sheet without rows', [first, sheet('').replace('<sheetData></sheetData>', '<sheetData/>')]],
    ['with prefixes', [prefixed]],
    [
      'with rows that are written in another way',
      [first.replaceAll(/<row r="(\d+)"/g, '<row spans="1:7" r="$1"')],
    ],
    ['with one cell that is written in another way', [first.replace('<c r="B70"', '<c s="0" r="B70"')]],
  ])('%s read in pieces is the same as read at once', async (_name, sheets) => {
    const bytes = writeBook(sheets);
    const expected = await readRows(bytes, whole);
    expect(expected.flat().length).toBeGreaterThanOrEqual(71);
    for (const length of [1, 700, 5_000, 1_000_000])
      expect(await readRows(bytes, inPieces(length))).toEqual(expected);
  });

  it('keeps its shared texts, digits and row numbers', async () => {
    const [rows] = await readRows(writeBook([first]), inPieces(700));
    expect(rows![0]).toBe(
      '1|rich text|0.100000000000000000001|2021-03-01 12:00:00|of formula|an attribute t="s"> of 1 €||true',
    );
    expect(rows!.slice(1, 6).map((row) => row.split('|').slice(0, 2))).toEqual([
      ['2', ''],
      ['3', ''],
      ['4', 'a <b> & "c"'],
      ['5', '本'],
      ['6', 'BTC'],
    ]);
    expect(rows![40]).toMatch(/^60\|BTC\|/);
  });

  it.each([
    ['texts', writeBook([first], { 'xl/other/sharedStrings.xml': texts })],
    ['sheets', writeBook([second], { ...moved(first), 'xl/worksheets/other/sheet2.xml': first })],
  ])('is read at once if its %s have other names', async (_name, bytes) => {
    expect(await readRows(bytes, inPieces(700))).toEqual(await readRows(bytes, whole));
  });

  it.each([
    ['ends in the middle of a row', writeBook([first.slice(0, 3_000)])],
    ['has a row without an end', writeBook([sheet(`<row r="1">${' '.repeat(9_000_000)}`)])],
    ['has no rows', writeBook([`<worksheet xmlns="${main}"/>`])],
    ['names a text that is not there', writeBook([first], { 'xl/sharedStrings.xml': '<sst></sst>' })],
    ['has a text that does not end', writeBook([first], { 'xl/sharedStrings.xml': '<sst><si><t>a' })],
  ])('is refused if it %s', async (_name, bytes) => {
    await expect(readXlsx(bytes, inPieces(700))).rejects.toMatchObject({ name: 'UnreadableFile' });
  });

  it.each([
    ['in one piece', 20, inPieces(1_000_000)],
    ['in all pieces', 110, inPieces(700)],
    ['read at once', 110, whole],
  ])('is refused if its cells share a long text too often, %s', async (_name, count, options) => {
    const rows = range(1, count).map((row) => `<row r="${row}"><c r="A${row}" t="s"><v>0</v></c></row>`);
    const long = `<sst xmlns="${main}"><si><t>${'A'.repeat(1_000_000)}</t></si></sst>`;
    const bytes = writeBook([sheet(rows.join(''))], { 'xl/sharedStrings.xml': long });
    await expect(readXlsx(bytes, options)).rejects.toMatchObject({ reason: 'too_large' });
  });

  it('can’t hold more than it states', async () => {
    const files = ['xl/_rels/workbook.xml.rels', 'xl/workbook.xml', 'xl/worksheets/sheet1.xml'];
    const text = Buffer.from(first + ' '.repeat(50_000_000));
    const bytes = writeZip(files.map((name) => ({ name, packed: deflateRawSync(text), size: 1_000 })));
    await expect(readXlsx(bytes, inPieces(700))).rejects.toMatchObject({ reason: 'unreadable' });
  });
});
