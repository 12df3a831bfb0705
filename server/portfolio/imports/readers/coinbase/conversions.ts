import type { Instant, Milliseconds } from '#contract/units.ts';
import type { DraftFields } from '../compose-draft.ts';
import { groupRows } from '../group-rows.ts';
import { joinLegs } from '../join-legs.ts';
import type { Reading } from '../reading.ts';
import { RowError } from '../row-error.ts';
import type { TableRow } from '../table/table.ts';
import { detectFileStyle, type NumberStyle } from '../values/number-style.ts';
import { absolute } from '../values/units.ts';
import { type Columns, type Row, readMoney } from './columns.ts';

const converted = /^Converted ([\d.,]+) (\S+) to ([\d.,]+) (\S+)/;

/** How far apart the two rows of a conversion may be. */
const maxApartMs: Milliseconds = 60_000;

interface Conversion {
  readonly given: TableRow;
  readonly got: TableRow;
}

/**
 * Files since 2025 have a row for each side of a conversion, often a second apart and with ids of their own, but with the
 * same notes. What was given has a minus.
 */
export function findTwoRowConversions(
  reading: Reading,
  columns: Columns,
  dates: ReturnType<Reading['dates']>,
): Conversion[] {
  const rows = reading.rows.filter((row) => reading.text(row, columns.type).toLowerCase() === 'convert');
  const keyOf = (row: TableRow) => reading.text(row, columns.notes) || reading.text(row, columns.id);
  const isGiven = (row: TableRow) => /^[-−–(]/.test(reading.text(row, columns.quantity));
  return [...groupRows(rows, keyOf).values()].flatMap((own) => {
    if (own.length === 1) return [];
    const timed = own.map((row) => ({ row, at: timeOf(row, dates) })).sort((one, other) => one.at - other.at);
    const sides = Object.groupBy(timed, ({ row }) => (isGiven(row) ? 'given' : 'got'));
    return pairByTime(sides.given ?? [], sides.got ?? []);
  });
}

interface TimedRow {
  readonly row: TableRow;
  readonly at: Instant;
}

/** Pairs each row with one of the others, going through both in order. */
function pairByTime(given: readonly TimedRow[], got: readonly TimedRow[]): Conversion[] {
  let next = 0;
  return given.flatMap(({ row, at }) => {
    while (next < got.length && got[next]!.at < at - maxApartMs) next += 1;
    const other = got[next];
    if (!other || other.at > at + maxApartMs) return [];
    next += 1;
    return [{ given: row, got: other.row }];
  });
}

/** 0 if the row's date can't be read; it is then a problem of the row. */
function timeOf(row: TableRow, dates: ReturnType<Reading['dates']>): Instant {
  try {
    return dates(row).at;
  } catch (error) {
    if (error instanceof RowError) return 0;
    throw error;
  }
}

/** The sides of a conversion that has a row for each. */
export function joinConversion(reading: Reading, columns: Columns, { given, got }: Conversion) {
  const [out, into] = [given, got].map((row) => ({
    ticker: reading.requireText(row, columns.asset).toUpperCase(),
    units: absolute(reading.requireAmount(row, columns.quantity)),
  }));
  return { in: into!, out: out!, value: readMoney(reading, columns, given).value };
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

/** Joins the rows of a migration, which has a row for each side. */
export function readMigration(
  reading: Reading,
  columns: Columns,
  rows: readonly TableRow[],
  dates: ReturnType<Reading['dates']>,
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
      reading.add(own, { date: dates(first), in: into, out, externalId: reading.text(first, columns.id) });
  }
}
