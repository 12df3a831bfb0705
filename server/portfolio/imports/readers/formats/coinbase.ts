import type { IncomeKind } from '#contract/ledger/transaction.ts';
import type { DraftFields, Quantity, SingleType } from '../compose-draft.ts';
import type { FormatReader } from '../format-reader.ts';
import { groupRows } from '../group-rows.ts';
import { joinLegs } from '../join-legs.ts';
import type { Reading } from '../reading.ts';
import { RowError } from '../row-error.ts';
import type { TableRow } from '../table/table.ts';
import { currencyOf, isMoney } from '../values/money.ts';
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

const converted = /^Converted ([\d.,]+) (\S+) to ([\d.,]+) (\S+)/;
const traded = /^(?:Bought|Sold) [\d.,]+ \S+ for ([\d.,]+) (\S+) on /;

function read(reading: Reading): void {
  const columns = findColumns(reading);
  const dates = reading.dates([columns.time]);
  const typeOf = (row: TableRow) => reading.text(row, columns.type).toLowerCase();
  reading.eachRow((row) => {
    const type = reading.requireText(row, columns.type).toLowerCase();
    if (migrations.has(type)) return;
    if (moves.has(type)) return reading.ignore([row]);
    const signed = reading.requireAmount(row, columns.quantity);
    const main = { ticker: reading.requireText(row, columns.asset).toUpperCase(), units: absolute(signed) };
    const note = reading.text(row, columns.notes);
    const common = { date: dates(row), externalId: reading.text(row, columns.id), note };
    reading.add([row], {
      ...common,
      ...readSides(reading, columns, { row, type, main, note, isNegative: signed < 0n }),
    });
  });
  const sides = reading.rows.filter((row) => migrations.has(typeOf(row)));
  for (const rows of groupRows(sides, (row) => `${typeOf(row)} ${reading.text(row, columns.time)}`).values())
    reading.attempt(rows, () => readMigration(reading, columns, rows, dates));
}

type Columns = ReturnType<typeof findColumns>;

function findColumns(reading: Reading) {
  const named = (ending: string) => {
    const index = reading.columns.findIndex(
      ({ name }) => name.length === ending.length + 4 && name.endsWith(` ${ending}`),
    );
    return { index, currency: reading.columns[index]?.name.slice(0, 3).toUpperCase() ?? null };
  };
  const first = named('subtotal');
  return {
    id: reading.column('id'),
    time: reading.column('timestamp'),
    type: reading.column('transaction type'),
    asset: reading.column('asset'),
    quantity: reading.column('quantity transacted'),
    currency: reading.column('price currency', 'spot price currency'),
    /** The earliest form of the report has the currency in its column names. */
    namedCurrency: first.currency,
    subtotal: Math.max(reading.column('subtotal'), first.index),
    total: Math.max(
      reading.column('total (inclusive of fees and/or spread)', 'total (inclusive of fees)', 'total'),
      named('total (inclusive of fees)').index,
    ),
    fees: Math.max(reading.column('fees and/or spread', 'fees'), named('fees').index),
    notes: reading.column('notes'),
    sender: reading.column('sender address'),
    recipient: reading.column('recipient address'),
  };
}

interface Row {
  readonly row: TableRow;
  readonly type: string;
  readonly main: Quantity;
  readonly note: string;
  readonly isNegative: boolean;
}

function readSides(reading: Reading, columns: Columns, input: Row): Omit<DraftFields, 'date'> {
  const { row, type, main, note, isNegative } = input;
  if (type === 'convert') return readConversion(reading, columns, input);
  if (/^(?:advanced? trade )?(?:buy|sell)$/.test(type)) return readTrade(reading, columns, input);
  const value = readMoney(reading, columns, row).total;
  const kind = rewards.get(type);
  if (kind && !isNegative) return { type: 'income', kind, in: main, value };
  if (arrivals.has(type)) {
    const address = reading.text(row, columns.sender);
    return type === 'deposit' && isNegative ? { out: main } : { in: main, address };
  }
  const departure = departures.get(type);
  if (!departure) throw new RowError(`“${type}” is not understood`);
  const address = reading.text(row, columns.recipient);
  return departure === 'transfer' ? { out: main, address } : { type: departure, out: main, value, note };
}

/** The money of a row: before the fee, with the fee, and the fee itself. */
function readMoney(reading: Reading, columns: Columns, row: TableRow) {
  const texts = [columns.subtotal, columns.total, columns.fees].map((column) => reading.text(row, column));
  const [subtotal, total, fees] = texts.map((text) => (text === '' ? null : reading.number(row, text)));
  const signs = [subtotal, total, fees].map((number) => currencyOf(number?.unit ?? '')).find(Boolean);
  const ticker = reading.text(row, columns.currency).toUpperCase() || columns.namedCurrency || signs || '';
  const quantity = (units: bigint | undefined): Quantity | null =>
    units === undefined || !ticker ? null : { ticker, units: absolute(units) };
  return {
    ticker,
    subtotal: quantity(subtotal?.units),
    total: quantity(total?.units ?? subtotal?.units),
    fees: quantity(fees?.units),
  };
}

/** The other side of a conversion is only in the notes, which are English whatever the cells are. */
function readConversion(reading: Reading, columns: Columns, { row, note }: Row): Omit<DraftFields, 'date'> {
  const match = converted.exec(note);
  if (!match) throw new RowError('The notes do not say what it was converted to');
  const [, paid = '', from = '', got = '', to = ''] = match;
  return {
    out: { ticker: from.toUpperCase(), units: reading.number(row, paid, 'point').units },
    in: { ticker: to.toUpperCase(), units: reading.number(row, got, 'point').units },
    value: readMoney(reading, columns, row).total,
  };
}

function readTrade(
  reading: Reading,
  columns: Columns,
  { row, type, main, note }: Row,
): Omit<DraftFields, 'date'> {
  const isBuy = type.endsWith('buy');
  const money = readMoney(reading, columns, row);
  const match = traded.exec(note);
  const quote = match?.[2]?.toUpperCase();
  // If traded against a coin, or money other than the columns', the columns are a valuation.
  if (match && quote && quote !== money.ticker) {
    const other = { ticker: quote, units: reading.number(row, match[1] ?? '', 'point').units };
    const value = isMoney(quote) ? null : money.total;
    return isBuy ? { in: main, out: other, value } : { in: other, out: main, value };
  }
  const { subtotal, total, fees } = money;
  const fee =
    fees ?? (subtotal && total ? { ...total, units: absolute(total.units - subtotal.units) } : null);
  const sign = isBuy ? -1n : 1n;
  const other = subtotal ?? (total && { ...total, units: total.units + sign * (fee?.units ?? 0n) });
  if (!other) throw new RowError('The row has no price');
  return isBuy ? { in: main, out: other, fee } : { in: other, out: main, fee };
}

function readMigration(
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
