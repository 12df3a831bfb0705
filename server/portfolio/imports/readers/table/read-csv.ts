import Papa from 'papaparse';
import { UnreadableFile } from '../unreadable-file.ts';
import { createRowPacker } from './row-packer.ts';
import { type Table, type TableRow, tableLimits } from './table.ts';

/** Splits text with lines ending in `\n` and without NUL into rows of cells. */
export function readCsv(text: string, separator: string, maxRows?: number): Table {
  if (maxRows === undefined) checkLines(text);
  const rows: TableRow[] = [];
  const packRow = createRowPacker();
  let line = 1;
  let filled = 0;
  Papa.parse<string[]>(text, {
    delimiter: separator,
    newline: '\n',
    ...(maxRows !== undefined && { preview: maxRows }),
    step({ data, errors }, parser) {
      if (maxRows === undefined) checkQuotes(errors, data, line);
      if (data.length > tableLimits.maxColumns)
        throw new UnreadableFile('unreadable', `Line ${line} has more than 2,000 columns`, { line });
      const isFilled = data.some((cell) => cell.trim() !== '');
      if (isFilled) {
        rows.push(packRow(line, data));
        filled += 1;
      }
      line += 1 + countBreaks(data);
      // Lines above the header don't count as rows, but there are few.
      if (filled > tableLimits.maxRows + tableLimits.maxOtherRows) parser.abort();
    },
  });
  return { rows, separator };
}

function countBreaks(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) {
    if (!cell.includes('\n')) continue;
    count += cell.split('\n').length - 1;
  }
  return count;
}

/** A text after a closing quote, as in `"hot" wallet`, would let the cell go on to a quote in a later row. */
function checkQuotes(errors: readonly Papa.ParseError[], cells: readonly string[], line: number): void {
  const has = (wanted: Papa.ParseError['code']) => errors.some(({ code }) => code === wanted);
  if (has('MissingQuotes') || (has('InvalidQuotes') && countBreaks(cells) > 0))
    throw new UnreadableFile('unreadable', `The quote that opens in line ${line} is never closed`, { line });
}

function checkLines(text: string): void {
  let line = 1;
  for (let start = 0; start < text.length; line += 1) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    if (end - start > tableLimits.maxLineLength)
      throw new UnreadableFile('unreadable', `Line ${line} is longer than a million characters`, { line });
    start = end + 1;
  }
}
