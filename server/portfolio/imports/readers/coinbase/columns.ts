import type { Quantity } from '../compose-draft.ts';
import type { Reading } from '../reading.ts';
import type { TableRow } from '../table/table.ts';
import { currencyOf } from '../values/money.ts';
import type { NumberStyle } from '../values/number-style.ts';
import { absolute } from '../values/units.ts';

export type Columns = ReturnType<typeof findColumns>;

export function findColumns(reading: Reading) {
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

/** A row with what every kind of row has. */
export interface Row {
  readonly row: TableRow;
  readonly type: string;
  readonly main: Quantity;
  readonly note: string;
  readonly noteStyle: NumberStyle;
  readonly isNegative: boolean;
}

/** The money of a row: before the fee, with the fee, the fee itself, and what the row was worth. */
export function readMoney(reading: Reading, columns: Columns, row: TableRow) {
  const texts = [columns.subtotal, columns.total, columns.fees].map((column) => reading.text(row, column));
  const [subtotal, total, fees] = texts.map((text) => (text === '' ? null : reading.number(row, text)));
  const signs = [subtotal, total, fees].map((number) => currencyOf(number?.unit ?? '')).find(Boolean);
  const ticker = reading.text(row, columns.currency).toUpperCase() || columns.namedCurrency || signs || '';
  const quantity = (units: bigint | undefined): Quantity | null =>
    units === undefined || !ticker ? null : { ticker, units: absolute(units) };
  return {
    ticker,
    subtotal: quantity(subtotal?.units),
    total: quantity(total?.units),
    fees: quantity(fees?.units),
    isFeeNegative: (fees?.units ?? 0n) < 0n,
    value: quantity(total?.units ?? subtotal?.units),
  };
}
