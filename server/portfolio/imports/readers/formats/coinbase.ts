import type { IncomeKind } from '#contract/ledger/transaction.ts';
import { type Columns, findColumns, type Row, readMoney } from '../coinbase/columns.ts';
import {
  findNoteStyle,
  findTwoRowConversions,
  joinConversion,
  readConversion,
  readMigration,
} from '../coinbase/conversions.ts';
import { noteTradesWithoutNotes, readTrade } from '../coinbase/trades.ts';
import type { DraftFields, SingleType } from '../compose-draft.ts';
import type { FormatReader } from '../format-reader.ts';
import { groupRows } from '../group-rows.ts';
import type { Reading } from '../reading.ts';
import { RowError } from '../row-error.ts';
import type { TableRow } from '../table/table.ts';
import { absolute } from '../values/units.ts';

const rewards: ReadonlyMap<string, IncomeKind> = new Map([
  ['staking income', 'staking'],
  ['inflation reward', 'staking'],
  ['reward income', 'reward'],
  ['rewards income', 'reward'],
  ['learning reward', 'reward'],
  ['coinbase earn', 'reward'],
  ['subscription rebate', 'reward'],
  ['interest payout', 'interest'],
]);
/** Includes moves from and to other Coinbase products. */
const arrivals = new Set(['receive', 'deposit', 'exchange withdrawal', 'pro withdrawal', 'prime withdrawal']);
const departures: ReadonlyMap<string, SingleType> = new Map([
  ['send', 'transfer'],
  ['withdrawal', 'transfer'],
  ['exchange deposit', 'transfer'],
  ['pro deposit', 'transfer'],
  ['prime deposit', 'transfer'],
  ['admin debit', 'transfer'],
  ['donation', 'gift_out'],
  ['card spend', 'spend'],
  ['subscription', 'spend'],
]);
const moves = new Set([
  'retail staking transfer',
  'retail unstaking transfer',
  'vault withdrawal',
  'cash to savings',
]);
/** One row per side. */
const migrations = new Set(['asset migration', 'retail eth2 deprecation']);

/** Of a `Receive` in older files. */
const earned = /\bfrom Coinbase (?:Earn|Rewards?|Referral)\b/;

function read(reading: Reading): void {
  const columns = findColumns(reading);
  const dates = reading.dates([columns.time]);
  const typeOf = (row: TableRow) => reading.text(row, columns.type).toLowerCase();
  const conversions = findTwoRowConversions(reading, columns, dates);
  const paired = new Set(conversions.flatMap(({ given, got }) => [given, got]));
  const noteStyle = findNoteStyle(reading, columns);
  reading.eachRow((row) => {
    const type = reading.requireText(row, columns.type).toLowerCase();
    if (migrations.has(type) || paired.has(row)) return;
    if (moves.has(type)) return reading.ignore([row]);
    const signed = reading.requireAmount(row, columns.quantity);
    const main = { ticker: reading.requireText(row, columns.asset).toUpperCase(), units: absolute(signed) };
    const note = reading.text(row, columns.notes);
    const common = { date: dates(row), externalId: reading.text(row, columns.id), note };
    reading.add([row], {
      ...common,
      ...readSides(reading, columns, { row, type, main, note, noteStyle, isNegative: signed < 0n }),
    });
  });
  noteTradesWithoutNotes(reading, columns);
  const sides = reading.rows.filter((row) => migrations.has(typeOf(row)));
  for (const rows of groupRows(sides, (row) => `${typeOf(row)} ${reading.text(row, columns.time)}`).values())
    reading.attempt(rows, () => readMigration(reading, columns, rows, dates));
  for (const conversion of conversions) {
    const { given, got } = conversion;
    reading.attempt([given, got], () =>
      reading.add([given, got], {
        date: dates(given),
        externalId: reading.text(given, columns.id),
        note: reading.text(given, columns.notes),
        ...joinConversion(reading, columns, conversion),
      }),
    );
  }
}

function readSides(reading: Reading, columns: Columns, input: Row): Omit<DraftFields, 'date'> {
  const { row, type, main, note, isNegative } = input;
  if (type === 'convert') return readConversion(reading, columns, input);
  if (/^(?:advanced? trade )?(?:buy|sell)$/.test(type)) return readTrade(reading, columns, input);
  const { value, subtotal } = readMoney(reading, columns, row);
  const kind = rewards.get(type) ?? (type === 'receive' && earned.test(note) ? 'reward' : undefined);
  // The total includes the commission that Coinbase kept of a reward.
  if (kind && !isNegative) return { type: 'income', kind, in: main, value: subtotal ?? value };
  if (arrivals.has(type)) {
    const address = reading.text(row, columns.sender);
    if (type === 'deposit' && isNegative) return { out: main };
    if (isNegative) throw new RowError('An amount goes out where one should come in');
    return { in: main, address };
  }
  const departure = departures.get(type);
  if (!departure) throw new RowError(`“${type}” is not understood`);
  const address = reading.text(row, columns.recipient);
  return departure === 'transfer' ? { out: main, address } : { type: departure, out: main, value, note };
}

/** Coinbase's transaction report. */
export const coinbase: FormatReader = {
  format: 'coinbase',
  name: 'Coinbase',
  hint: 'On coinbase.com: your profile, Manage account, Statements, then generate a custom statement of all assets and all transactions as CSV.',
  layouts: [
    {
      name: 'report',
      required: ['timestamp', 'transaction type', 'asset', 'quantity transacted'],
      known: [
        ...[
          'id',
          'price currency',
          'price at transaction',
          'spot price currency',
          'spot price at transaction',
        ],
        ...['subtotal', 'total (inclusive of fees and/or spread)', 'total (inclusive of fees)', 'total'],
        ...['fees and/or spread', 'fees', 'notes', 'sender address', 'recipient address'],
      ],
      zone: 'UTC',
      read,
    },
  ],
};
