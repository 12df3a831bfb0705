import type { DraftFields, Quantity } from '../compose-draft.ts';
import { groupRows } from '../group-rows.ts';
import { joinLegs } from '../join-legs.ts';
import type { Reading } from '../reading.ts';
import { RowError } from '../row-error.ts';
import type { TableRow } from '../table/table.ts';
import { detectFileStyle, type NumberStyle } from '../values/number-style.ts';
import { absolute } from '../values/units.ts';
import { type Columns, type Row, readMoney } from './columns.ts';

const converted = /^Converted ([\d.,]+) (\S+) to ([\d.,]+) (\S+)/;

/** Files since 2025 may have a row for each side of a conversion, with one id: what was given has a minus. */
export function findTwoRowConversions(
  reading: Reading,
  columns: Columns,
  rows: readonly TableRow[],
): TableRow[][] {
  const keyOf = (row: TableRow) =>
    `${reading.text(row, columns.time)} ${reading.text(row, columns.id) || reading.text(row, columns.notes)}`;
  const isGiven = (row: TableRow) => /^[-−–(]/.test(reading.text(row, columns.quantity));
  return [...groupRows(rows, keyOf).values()].filter((own) => own.some(isGiven) && !own.every(isGiven));
}

/** Notes have the decimal sign of the account's language, whatever a spreadsheet program wrote into the cells. */
export function findNoteStyle(reading: Reading, columns: Columns): NumberStyle {
  const rows = reading.rows.map((row) => reading.text(row, columns.notes));
  const notes = rows.filter((note) => /^(?:Bought|Sold|Converted) /.test(note));
  return detectFileStyle(
    notes.map((note) => ({ cells: note.match(/\d(?:[\d.,]*\d)?/g) ?? [] })),
    ',',
  );
}

/** Only the notes have the other side of a conversion. */
export function readConversion(
  reading: Reading,
  columns: Columns,
  { row, main, note, noteStyle }: Row,
): Omit<DraftFields, 'date'> {
  const match = converted.exec(note);
  if (!match) throw new RowError('The notes do not say what it was converted to');
  const [, paid = '', from = '', got = '', to = ''] = match;
  const out = { ticker: from.toUpperCase(), units: reading.number(row, paid, noteStyle).units };
  const into = { ticker: to.toUpperCase(), units: reading.number(row, got, noteStyle).units };
  const own = [out, into].find(({ ticker }) => ticker === main.ticker);
  if (own && absolute(own.units - main.units) * 100n > main.units)
    throw new RowError('The notes give another amount than the row');
  return { out, in: into, value: readMoney(reading, columns, row).value };
}

/** Joins the rows of a migration or conversion, which has a row for each side. */
export function readPair(
  reading: Reading,
  columns: Columns,
  rows: readonly TableRow[],
  dates: ReturnType<Reading['dates']>,
  value: Quantity | null = null,
): void {
  const legs = rows.map((row) => ({
    row,
    ticker: reading.requireText(row, columns.asset).toUpperCase(),
    units: reading.requireAmount(row, columns.quantity),
  }));
  const joined = joinLegs(legs, []);
  if (!joined) throw new RowError('The other side of this migration is missing');
  for (const { rows: own, in: into, out } of joined.trades) {
    const first = own[0] ?? rows[0];
    if (first)
      reading.add(own, {
        date: dates(first),
        in: into,
        out,
        value: joined.trades.length === 1 ? value : null,
        externalId: reading.text(first, columns.id),
      });
  }
}
