import readXlsxFile from 'read-excel-file/universal';
import { UnreadableFile } from '../unreadable-file.ts';
import {
  type ArchiveEntry,
  damaged,
  listEntries,
  readEntryText,
  repetitive,
  sizeOf,
  unpack,
  writeArchive,
} from './archive-entries.ts';
import { cutSheet, listSharedTexts } from './cut-sheet.ts';
import { refuseFarCells } from './refuse-far-cells.ts';
import { refuseNul } from './refuse-nul.ts';
import { createDateRounder } from './round-dates.ts';
import { createRowPacker } from './row-packer.ts';
import { type Table, type TableRow, tableLimits } from './table.ts';

/** A number with the file's digits. */
interface NumberText {
  readonly digits: string;
}

/** Spreadsheets larger than this when unpacked are read in pieces: parsing takes ten times the memory. */
const maxWholeBytes = 8 * 1024 * 1024;

/** The sheets of a spreadsheet as tables. Formulas are not evaluated; their last stored value counts. */
export async function readXlsx(
  bytes: Uint8Array,
  { maxWhole = maxWholeBytes, pieceLength }: { maxWhole?: number; pieceLength?: number } = {},
): Promise<Table[]> {
  const entries = listEntries(bytes);
  if (!entries.some(({ name }) => bookPart.test(name))) throw notASpreadsheet();
  const parts = sizeOf(entries) > maxWhole ? await findParts(entries) : null;
  const tables: TableRow[][] = [];
  const addRows = createRowAdder(tables);
  if (parts)
    for await (const { sheets, rowsBefore } of readPieces(parts, pieceLength)) addRows(sheets, rowsBefore);
  else addRows(await readSheets(entries, createRounder(entries)), 0);
  return tables.map((rows) => ({ separator: '', isSpreadsheet: true, rows }));
}

/** Matches files that only spreadsheets have. */
const bookPart = /^(?:xl[/\\]|\[Content_Types\])/i;

const notASpreadsheet = () =>
  new UnreadableFile('unreadable', 'This is an archive: unpack it, and choose the files in it one by one');

interface Parts {
  readonly sheets: readonly ArchiveEntry[];
  readonly texts: readonly string[];
  /** What each piece needs besides its sheet: styles and sheet names. */
  readonly others: readonly ArchiveEntry[];
}

const sheetName = /^xl\/worksheets\/[^/]+\.xml$/;
const bookNames = ['xl/_rels/workbook.xml.rels', 'xl/workbook.xml'];
const [stylesName, textsName] = ['xl/styles.xml', 'xl/sharedStrings.xml'];

/** Null if the files don't have the names that every known program gives them. */
async function findParts(entries: readonly ArchiveEntry[]): Promise<Parts | null> {
  const find = (wanted: string) => entries.find(({ name }) => name === wanted);
  const isOnly = (word: string, wanted: string) =>
    entries.every(({ name }) => !name.toLowerCase().includes(word) || name === wanted);
  const sheets = entries.filter(({ name }) => sheetName.test(name));
  const books = bookNames.flatMap((name) => find(name) ?? []);
  const isKnown = isOnly('sharedstrings', textsName) && isOnly('styles', stylesName);
  if (!isKnown || sheets.length === 0 || books.length < bookNames.length) return null;
  const shared = find(textsName);
  const texts = shared ? listSharedTexts(shared) : [];
  const others = [...books, find(stylesName)].flatMap((entry) =>
    entry ? asStored(entry.name, unpack(entry)) : [],
  );
  return texts && (await isWhole(sheets, others)) ? { sheets, texts, others } : null;
}

/** Whether every sheet that the workbook names is among these. */
async function isWhole(sheets: readonly ArchiveEntry[], others: readonly ArchiveEntry[]): Promise<boolean> {
  try {
    await parse([...others, ...sheets.map(({ name }) => asStored(name, emptySheet))]);
    return true;
  } catch {
    return false;
  }
}

const encode = (text: string) => new TextEncoder().encode(text);
const emptySheet = encode('<worksheet><sheetData/></worksheet>');
const asStored = (name: string, packed: Uint8Array): ArchiveEntry => ({
  name,
  method: 0,
  packed,
  size: packed.length,
});

/** Each piece as a spreadsheet in which all other sheets are empty. */
async function* readPieces(
  { sheets, texts, others }: Parts,
  pieceLength: number | undefined,
): AsyncGenerator<{ sheets: unknown[][][]; rowsBefore: number }> {
  const roundDates = createRounder([...others, ...sheets]);
  for (const sheet of sheets)
    for await (const { text, rowsBefore } of cutSheet(sheet, texts, pieceLength)) {
      const filled = asStored(sheet.name, encode(text));
      const empty = sheets.filter((one) => one !== sheet).map(({ name }) => asStored(name, emptySheet));
      yield { sheets: await readSheets([...others, ...empty, filled], roundDates), rowsBefore };
    }
}

/**
 * Returns a function that adds the rows of sheets to `tables`, and empties the sheets, because they take more memory. In
 * later pieces, earlier sheets are empty.
 */
function createRowAdder(tables: TableRow[][]) {
  let length = 0;
  const count = (more: number) => {
    length += more;
    if (length > tableLimits.maxUnpackedBytes) throw repetitive();
  };
  return (sheets: readonly unknown[][][], rowsBefore: number): void => {
    for (const [index, sheet] of sheets.entries()) {
      tables[index] ??= [];
      packSheet(sheet, tables[index], { rowsBefore, count });
    }
  };
}

interface Packing {
  readonly rowsBefore: number;
  /** Adds a number of characters. Throws if there are too many. */
  readonly count: (length: number) => void;
}

function packSheet(sheet: unknown[][], rows: TableRow[], { rowsBefore, count }: Packing): void {
  const packRow = createRowPacker();
  for (const [index, row] of sheet.entries()) {
    const line = rowsBefore + index + 1;
    if (row.length > tableLimits.maxColumns)
      throw new UnreadableFile('unreadable', `Line ${line} has more than 2,000 columns`, { line });
    const cells = row.map(toText);
    count(cells.reduce((sum, cell) => sum + cell.length, 0));
    refuseNul(line, cells);
    if (cells.some((cell) => cell !== '')) rows.push(packRow(line, cells));
    sheet[index] = [];
  }
}

const isText = /\.xml(?:\.rels)?$/;
const isSheet = (text: string) => text.includes('sheetData');

/** Finds out which styles are dates by having the parser read a sheet with one cell of each style. */
const createRounder = (entries: readonly ArchiveEntry[]) =>
  createDateRounder(async (styles) => {
    const cells = styles.map(
      (style, row) => `<row r="${row + 1}"><c r="A${row + 1}" s="${style}"><v>1</v></c></row>`,
    );
    const probe = encode(`<worksheet><sheetData>${cells.join('')}</sheetData></worksheet>`);
    const texts = entries.filter(({ name }) => isText.test(name));
    const probes = texts.map((entry) =>
      sheetName.test(entry.name) || isSheet(readEntryText(entry)) ? asStored(entry.name, probe) : entry,
    );
    const [sheet = []] = await parse(probes);
    return styles.map((_style, row) => sheet[row]?.[0] instanceof Date);
  });

async function readSheets(
  entries: readonly ArchiveEntry[],
  roundDates: (sheet: string) => Promise<string>,
): Promise<unknown[][][]> {
  const checked: ArchiveEntry[] = [];
  for (const entry of entries.filter(({ name }) => isText.test(name))) {
    const text = readEntryText(entry);
    refuseFarCells(text);
    checked.push(isSheet(text) ? asStored(entry.name, encode(await roundDates(text))) : entry);
  }
  return parse(checked);
}

/**
 * Gives the parser an archive that we have written, because it might read the uploaded one differently from our checks.
 */
async function parse(entries: readonly ArchiveEntry[]): Promise<unknown[][][]> {
  const archive = writeArchive(entries.map((entry) => asStored(entry.name, unpack(entry))));
  try {
    const parseNumber = (digits: string): NumberText => ({ digits });
    const sheets = await readXlsxFile<NumberText>(archive, { parseNumber, trim: true });
    return sheets.map(({ data }) => data);
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw damaged();
  }
}

function toText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return describeDate(cell);
  if (typeof cell === 'object' && 'digits' in cell) return writeNumber(String(cell.digits));
  return String(cell);
}

/** In a spreadsheet with decimal commas in its texts, `1.234` would be 1234; the added zero shows that it is a decimal. */
function writeNumber(stored: string): string {
  const digits = shorten(stored);
  return /^-?[1-9]\d{0,2}\.\d{3}$/.test(digits) ? `${digits}0` : digits;
}

function countDigits(number: string): number {
  const [mantissa = ''] = number.toLowerCase().split('e', 1);
  return mantissa.replace(/\D/g, '').replace(/^0+/, '').length;
}

/**
 * Programs store up to 17 digits of the binary number that they have for 1.1: `1.1000000000000001`, which would differ from
 * the CSV of the same rows. Returns the shortest text with that binary number.
 */
function shorten(digits: string): string {
  const count = countDigits(digits);
  if (count < 16 || count > 17) return digits;
  const short = String(Number(digits));
  return countDigits(short) < 16 ? short : digits;
}

/** A spreadsheet's dates have no zone. Dates before 1905 are times without a date. */
function describeDate(date: Date): string {
  const at = date.getTime();
  if (Number.isNaN(at)) return '';
  const [day = '', time = ''] = new Date(at).toISOString().slice(0, 23).split('T');
  const clock = time.endsWith('.000') ? time.slice(0, 8) : time;
  if (at < Date.UTC(1905, 0, 1)) return clock;
  return clock === '00:00:00' ? day : `${day} ${clock}`;
}
