import type { DraftFields, Quantity } from '../compose-draft.ts';
import type { Reading } from '../reading.ts';
import { RowError } from '../row-error.ts';
import { isMoney } from '../values/money.ts';
import { absolute } from '../values/units.ts';
import { type Columns, type Row, readMoney } from './columns.ts';

/** The money may have its sign too. Only an advanced trade has a pair. */
const traded =
  /^(?:Bought|Sold) [\d.,]+ \S+ for [€£$]?([\d.,]+)(?:\s?[€£$])?\s([A-Z0-9]{2,20})(?: on [A-Z0-9]{1,20}-([A-Z0-9]{1,20}))?(?: (?:at|using) |$)/;
const pairInNotes = /(?:^|\s)([A-Z0-9]{1,20})-([A-Z0-9]{1,20})(?:\s|$)/;

const advanced = /^advanced? trade /;

/** The sides of a purchase or sale. Throws a `RowError` if the row does not say what was paid or received. */
export function readTrade(
  reading: Reading,
  columns: Columns,
  { row, type, main, note, noteStyle }: Row,
): Omit<DraftFields, 'date'> {
  const isBuy = type.endsWith('buy');
  const money = readMoney(reading, columns, row);
  const match = traded.exec(note);
  const quote = match?.[2];
  if (advanced.test(type) && note !== '') checkPair(main.ticker, note, match);
  // If traded against a coin, or money other than the columns', the columns are a valuation.
  if (match && quote && quote !== money.ticker) {
    const other = { ticker: quote, units: reading.number(row, match[1] ?? '', noteStyle).units };
    if (other.units === 0n) throw new RowError('The row has no price');
    const value = isMoney(quote) ? null : money.value;
    return isBuy ? { in: main, out: other, value } : { in: other, out: main, value };
  }
  const { other, fee } = splitFee(isBuy, money);
  if (!other?.units) throw new RowError('The row has no price');
  return isBuy ? { in: main, out: other, fee } : { in: other, out: main, fee };
}

/** Says how many advanced trades have no notes, so that only the money of their columns is known. */
export function noteTradesWithoutNotes(reading: Reading, columns: Columns): void {
  const { length } = reading.rows.filter(
    (row) =>
      advanced.test(reading.text(row, columns.type).toLowerCase()) && reading.text(row, columns.notes) === '',
  );
  const subject = length === 1 ? '1 advanced trade has' : `${length} advanced trades have`;
  if (length > 0) reading.noteFile(`${subject} no notes: read as traded against the money of the columns`);
}

/** Throws a `RowError` if an advanced trade was against a coin whose amount the notes do not give. */
function checkPair(base: string, note: string, match: RegExpExecArray | null): void {
  const found = pairInNotes.exec(note);
  const pair = match ? (match[3] ?? match[2]) : found?.[1] === base ? found[2] : undefined;
  if (!pair) throw new RowError('The notes do not say what it was traded against');
  if (pair !== match?.[2] && !isMoney(pair))
    throw new RowError(`The notes do not say how much ${pair} it was`);
}

/** A hundredth, to which the columns are rounded. */
const cent = 10n ** 16n;

/**
 * Splits what was paid or received into the amount and its fee. The total counts: the fee in its own column may be only a
 * part of what the total has beyond the subtotal, or below zero.
 */
function splitFee(
  isBuy: boolean,
  { subtotal, total, fees, isFeeNegative }: ReturnType<typeof readMoney>,
): { other: Quantity | null; fee: Quantity | null } {
  const sign = isBuy ? -1n : 1n;
  if (!total) return { other: subtotal, fee: fees };
  if (!subtotal) return { other: { ...total, units: total.units + sign * (fees?.units ?? 0n) }, fee: fees };
  const rest = sign * (subtotal.units - total.units);
  const isWhole = fees && !isFeeNegative && absolute(absolute(rest) - fees.units) <= cent;
  if (isWhole) return { other: subtotal, fee: fees };
  return rest < 0n ? { other: total, fee: null } : { other: subtotal, fee: { ...total, units: rest } };
}
