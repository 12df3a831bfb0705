import readXlsxFile from 'read-excel-file/universal';
import { UnreadableFile } from '../unreadable-file.ts';
import { checkArchive } from './check-archive.ts';
import { refuseNul } from './refuse-nul.ts';
import { createRowPacker } from './row-packer.ts';
import { type Table, type TableRow, tableLimits } from './table.ts';

/** A number with the file's digits. */
interface NumberText {
  readonly digits: string;
}

/** The sheets of a spreadsheet as tables. Formulas are not evaluated: their last result is read. */
export async function readXlsx(bytes: Uint8Array): Promise<Table[]> {
  checkArchive(bytes);
  const sheets = await unpack(bytes);
  return sheets.map(({ data }) => ({ separator: '', rows: packSheet(data) }));
}

/** Empties the sheet while packing, because it takes more memory than its rows. */
function packSheet(sheet: unknown[][]): TableRow[] {
  const packRow = createRowPacker();
  const rows: TableRow[] = [];
  for (const [index, row] of sheet.entries()) {
    const line = index + 1;
    if (row.length > tableLimits.maxColumns)
      throw new UnreadableFile('unreadable', `Line ${line} has more than 2,000 columns`, { line });
    const cells = row.map(toText);
    refuseNul(line, cells);
    if (cells.some((cell) => cell !== '')) rows.push(packRow(line, cells));
    sheet[index] = [];
  }
  return rows;
}

async function unpack(bytes: Uint8Array) {
  try {
    const copy = new Uint8Array(bytes).buffer;
    return await readXlsxFile<NumberText>(copy, { parseNumber: (digits) => ({ digits }), trim: true });
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile('unreadable', 'The spreadsheet is damaged: save it anew, or as CSV');
  }
}

function toText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return describeDate(cell);
  if (typeof cell === 'object' && 'digits' in cell) return String(cell.digits);
  return String(cell);
}

/** A spreadsheet's dates have no zone. Dates before 1905 are times without a date. */
function describeDate(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const text = date.toISOString().slice(0, 23);
  const [day = '', time = ''] = text.split('T');
  const clock = time.endsWith('.000') ? time.slice(0, 8) : time;
  if (date.getTime() < Date.UTC(1905, 0, 1)) return clock;
  return clock === '00:00:00' ? day : `${day} ${clock}`;
}
