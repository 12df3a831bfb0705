import type { GenericMapping } from '#contract/ledger/imports.ts';
import { incomeKinds } from '#contract/ledger/transaction.ts';
import { addOwnTransfer, sameTicker } from '../add-own-transfer.ts';
import type { DraftFields, Quantity, SingleType } from '../compose-draft.ts';
import { elsewhere } from '../draft.ts';
import type { FormatReader } from '../format-reader.ts';
import type { Reading } from '../reading.ts';
import { RowError } from '../row-error.ts';
import { normalizeColumn } from '../table/column-name.ts';
import type { TableRow } from '../table/table.ts';
import { UnreadableFile } from '../unreadable-file.ts';
import { incomeKindOf } from '../values/income-kind.ts';
import { currencyOf, isMoney, isPriceUnit } from '../values/money.ts';
import { absolute } from '../values/units.ts';

type Field = keyof GenericMapping;

/** Words that add nothing to the amounts. */
const plainWords =
  /^(?:buy|sell|swap|trade|exchange|convert|conversion|transfer|deposit|withdraw|withdrawal|send|sent|receive|received|in|out|)$/;
/** Words for two sides: a table may have a row for each of them. */
const tradeWords = /^(?:buy|swap|trade|exchange|convert|conversion)$/;
const arrivalWords = /^(?:deposit|receive|received|in)$/;
const departureWords = /^(?:withdraw|withdrawal|send|sent|sell|out)$/;
/** Also within words such as `market sell`. */
const saleWord = /\b(?:sell|sold)\b/;
const purchaseWord = /\b(?:buy|bought)\b/;
const outWords: readonly (readonly [RegExp, SingleType])[] = [
  [/^(?:gift|gift out|donation|donated)$/, 'gift_out'],
  [/^(?:spend|spent|payment|purchase|cost)$/, 'spend'],
  [/^(?:loss|lost|stolen|theft)$/, 'loss'],
  [/^fees?$/, 'fee'],
];

function quantityOf(
  reading: Reading,
  row: TableRow,
  [amount, coin]: readonly [number, number],
): Quantity | null {
  const text = reading.text(row, amount);
  if (text === '') return null;
  const { units, unit } = reading.number(row, text);
  if (units === 0n) return null;
  const ticker = reading.text(row, coin) || (currencyOf(unit) ?? unit);
  if (ticker === '') throw new RowError(`The amount ${text.slice(0, 40)} has no coin and no currency`);
  return { ticker: ticker.toUpperCase(), units };
}

function createRead(mapping: GenericMapping) {
  return (reading: Reading): void => {
    const at = (field: Field) => {
      const heading = mapping[field];
      return heading === undefined ? -1 : findColumn(reading, normalizeColumn(heading).name);
    };
    const [type, wallet, toWallet, id, note] = (['type', 'wallet', 'toWallet', 'id', 'note'] as const).map(
      at,
    ) as [number, number, number, number, number];
    const pairs = {
      in: [at('inAmount'), at('inCoin')],
      out: [at('outAmount'), at('outCoin')],
      fee: [at('feeAmount'), at('feeCoin')],
      value: [at('value'), at('valueCurrency')],
    } as const;
    const isOneColumn = pairs.in[0] === pairs.out[0];
    const columns = describeColumns(reading, pairs.in[0], pairs.out[0]);
    const dates = reading.dates([at('date')]);
    reading.eachRow((row) => {
      const word = reading.text(row, type).toLowerCase().replaceAll('_', ' ');
      const other = reading.text(row, toWallet);
      const value = sizeOf(quantityOf(reading, row, pairs.value));
      const given = {
        in: quantityOf(reading, row, pairs.in),
        out: isOneColumn ? null : quantityOf(reading, row, pairs.out),
        fee: sizeOf(quantityOf(reading, row, pairs.fee)),
      };
      const common = {
        date: dates(row),
        wallet: reading.text(row, wallet) || null,
        ...(other !== '' && { otherWallet: other }),
        externalId: reading.text(row, id),
        note: reading.text(row, note),
      };
      const settled = settleSigns(word, given, columns);
      const { in: received, out: sent } = settled;
      if (received && sent?.ticker === received.ticker) {
        if (tradeWords.test(word)) throw sameTicker(sent.ticker);
        addOwnTransfer(reading, row, common, { sent, received, fee: settled.fee });
      } else {
        const sides = readSides(word, settled, value);
        const isMoved = other !== '' && sides.in && !sides.out && !sides.type && !sides.exactType;
        // What is only received has come from the wallet to the destination.
        const moved = isMoved ? { in: null, out: sides.in, wallet: common.wallet ?? elsewhere } : {};
        reading.add([row], { ...common, value, ...sides, ...moved });
      }
    });
  };
}

/** Refuses a column name that occurs twice, because it is unclear which of them is meant. */
function findColumn(reading: Reading, wanted: string): number {
  if (reading.columns.filter(({ name }) => name === wanted).length > 1)
    throw new UnreadableFile('unreadable', `The column “${wanted.slice(0, 100)}” occurs twice`);
  return reading.column(wanted);
}

const sizeOf = (quantity: Quantity | null) => quantity && { ...quantity, units: absolute(quantity.units) };

interface Sides {
  readonly in: Quantity | null;
  readonly out: Quantity | null;
  readonly fee: Quantity | null;
}

interface AmountColumns {
  /** Whether each direction has its own column. */
  readonly hasBoth: boolean;
  /** Whether the only column is that of what was given, and some of its amounts have a minus: then the others arrive. */
  readonly hasSigns: boolean;
}

function describeColumns(reading: Reading, into: number, out: number): AmountColumns {
  const hasMinus = (row: TableRow) => /^[^\d.,]*[-−–(]/.test(reading.text(row, out));
  return {
    hasBoth: into !== out && into >= 0 && out >= 0,
    hasSigns: into < 0 && reading.rows.some(hasMinus),
  };
}

/** Splits a single column for both directions by its sign, or by the type. */
function settleSigns(
  word: string,
  { in: into, out, fee }: Sides,
  { hasBoth, hasSigns }: AmountColumns,
): Sides {
  const only = into ?? out;
  if (into && out) return settleBoth(word, into, out, fee);
  if (!only) return { in: null, out: null, fee };
  const size = sizeOf(only);
  const isOut = only.units < 0n || (out !== null && !hasSigns);
  const arrives = out !== null && !hasBoth && arrivalWords.test(word);
  return (isOut || departureWords.test(word)) && !arrives
    ? { in: null, out: size, fee }
    : { in: size, out: null, fee };
}

/**
 * The sides of a row with both amounts. In tables with a coin's amount and its price, the direction is in the signs, or
 * only in the type.
 */
function settleBoth(word: string, into: Quantity, out: Quantity, fee: Quantity | null): Sides {
  const isSwapped = into.units < 0n && out.units > 0n;
  const [received, given] = isSwapped ? [out, into] : [into, out];
  const isOther =
    (saleWord.test(word) && !isPriceUnit(received.ticker) && isPriceUnit(given.ticker)) ||
    (purchaseWord.test(word) && isPriceUnit(received.ticker) && !isPriceUnit(given.ticker));
  return { in: sizeOf(isOther ? given : received), out: sizeOf(isOther ? received : given), fee };
}

/** Completes a trade whose other side is only stated as the value. */
function addPrice(word: string, { in: into, out, fee }: Sides, value: Quantity | null): Sides {
  if (word === 'buy' && into && !out) return { in: into, out: value, fee };
  if (word !== 'sell' || (into && out)) return { in: into, out, fee };
  if (!out || !value) throw new RowError('The row does not say what it was sold for');
  return { in: value, out, fee };
}

function readSides(word: string, settled: Sides, value: Quantity | null): Omit<DraftFields, 'date'> {
  const sides = addPrice(word, settled, value);
  if (word === 'buy' && sides.in && !sides.out && !isMoney(sides.in.ticker))
    return { ...sides, exactType: 'buy' };
  const only = sides.in && sides.out ? null : (sides.in ?? sides.out);
  if (only && tradeWords.test(word) && !isMoney(only.ticker))
    throw new RowError('The row does not say what it was traded for');
  if ((sides.in && sides.out) || plainWords.test(word)) return sides;
  if (!sides.in && !sides.out && sides.fee) return { type: 'fee', out: sides.fee };
  if (sides.out) {
    const type = outWords.find(([pattern]) => pattern.test(word))?.[1];
    if (type === 'fee') return { type, out: sides.out };
    if (type) return { ...sides, type };
  } else {
    if (/^gift(?: in)?$/.test(word)) return { ...sides, type: 'gift_in' };
    const kind = incomeKinds.find((known) => known === word && known !== 'other') ?? incomeKindOf(word);
    if (kind) return { ...sides, type: 'income', kind };
  }
  throw new RowError(`“${word}” is not understood`);
}

/** Reads any table by the columns that the user maps. */
export function createGenericReader(mapping: GenericMapping): FormatReader {
  const nameOf = (field: Field) => mapping[field] && normalizeColumn(mapping[field]).name;
  const required = (Object.keys(mapping) as Field[])
    .map(nameOf)
    .filter((name) => name !== undefined && name !== '');
  return {
    ...generic,
    layouts: [{ name: 'mapped', required: required as string[], read: createRead(mapping) }],
  };
}

/** Files are never detected as generic: that needs a mapping. */
export const generic: FormatReader = {
  format: 'generic',
  name: 'Other table',
  hint: 'Any table with a header: you say which column is the date and which are the amounts.',
  layouts: [],
};
