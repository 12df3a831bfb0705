import { z } from 'zod';
import { isLedgerDecimal } from '#contract/decimal.ts';
import { itemIdSchema } from '#contract/item-id.ts';
import {
  findSideFaults,
  incomeKinds,
  type LotPick,
  type TransactionType,
  transactionTypes,
} from '#contract/ledger/transaction.ts';
import { unguard } from '../../../csv.ts';
import { draftLimits } from '../../drafts/draft-limits.ts';
import type { Quantity } from '../compose-draft.ts';
import { elsewhere } from '../draft.ts';
import type { FormatReader } from '../format-reader.ts';
import type { Reading } from '../reading.ts';
import { RowError } from '../row-error.ts';
import type { TableRow } from '../table/table.ts';

const sides = ['in', 'out', 'fee'] as const;
type Side = (typeof sides)[number];
const names = [
  ...[
    'id',
    'type',
    'kind',
    'occurredat',
    'incoin',
    'incurrency',
    'inamount',
    'outcoin',
    'outcurrency',
    'outamount',
  ],
  ...[
    'feecoin',
    'feecurrency',
    'feeamount',
    'value',
    'valuecurrency',
    'wallet',
    'towallet',
    'lots',
    'acquiredat',
    'note',
  ],
  ...['source', 'externalid', 'isdateassumed'],
] as const;
type Column = (typeof names)[number];
const lotsSchema = z
  .array(
    z.object({ transactionId: itemIdSchema, amount: z.string().refine((text) => isLedgerDecimal(text)) }),
  )
  .max(draftLimits.maxLots);

function read(reading: Reading): void {
  const columns = Object.fromEntries(names.map((name) => [name, reading.column(name)])) as Record<
    Column,
    number
  >;
  const textOf = (row: TableRow, name: Column) => unguard(row.cells[columns[name]] ?? '');
  const dates = reading.dates([columns.occurredat], { timeZone: 'UTC' });
  reading.eachRow((row) => {
    const type = transactionTypes.find((known) => known === textOf(row, 'type'));
    if (!type) throw new RowError(`“${textOf(row, 'type')}” is not a type of transaction`);
    const kind = textOf(row, 'kind');
    const quantities = Object.fromEntries(
      sides.map((side) => [side, quantityOf(reading, row, side, (name) => textOf(row, name))]),
    ) as Record<Side, Quantity | null>;
    const acquired = textOf(row, 'acquiredat');
    const toWallet = textOf(row, 'towallet');
    const value = amountOf(reading, row, textOf(row, 'value'), textOf(row, 'valuecurrency'));
    checkSides(type, quantities);
    reading.add([row], {
      date: dates(row),
      exactType: type,
      kind: incomeKinds.find((known) => known === kind) ?? null,
      ...quantities,
      value,
      wallet: textOf(row, 'wallet') || null,
      otherWallet: toWallet || (type === 'transfer' ? elsewhere : null),
      acquiredAt: acquired ? reading.dateIn(acquired, 'UTC').at : null,
      lots: lotsOf(textOf(row, 'lots')),
      note: textOf(row, 'note'),
      externalId: textOf(row, 'externalid'),
      isDateAssumed: textOf(row, 'isdateassumed') === 'true',
    });
  });
}

function quantityOf(
  reading: Reading,
  row: TableRow,
  side: Side,
  textOf: (name: Column) => string,
): Quantity | null {
  const coin = textOf(`${side}coin`);
  const unit = coin || textOf(`${side}currency`);
  const quantity = amountOf(reading, row, textOf(`${side}amount`), unit, coin !== '');
  return quantity && coin ? { ...quantity, ticker: coin.toUpperCase(), coinId: coin } : quantity;
}

/** Money keeps all its decimals: a product of amount and price has 36. */
function amountOf(
  reading: Reading,
  row: TableRow,
  text: string,
  unit: string,
  isCoin = false,
): Quantity | null {
  if (text === '') return null;
  if (unit === '') throw new RowError(`The amount ${text.slice(0, 40)} has no coin and no currency`);
  if (!isLedgerDecimal(text, isCoin ? 18 : 36))
    return { ticker: unit, units: reading.number(row, text).units, isMoney: !isCoin };
  const [whole = '', fraction = ''] = text.split('.');
  const { units } = reading.number(row, `${whole || '0'}.${fraction.slice(0, 18) || '0'}`);
  // A non-zero amount below 10⁻¹⁸ must not become zero.
  return { ticker: unit, units: units || BigInt(/[1-9]/.test(text)), text, isMoney: !isCoin };
}

/** As for transactions entered by hand: figures rely on each type having its coins and money. */
function checkSides(type: TransactionType, { in: into, out, fee }: Record<Side, Quantity | null>): void {
  const kindOf = (quantity: Quantity | null) => {
    if (!quantity || quantity.units === 0n) return null;
    return quantity.coinId ? 'coin' : 'money';
  };
  const isFeeOfFee = type === 'fee' && kindOf(fee) !== null;
  if (isFeeOfFee || findSideFaults(type, { in: kindOf(into), out: kindOf(out) }).length > 0)
    throw new RowError(`The amounts do not match the type ${type}`);
}

function lotsOf(text: string): readonly LotPick[] | null {
  if (text === '') return null;
  try {
    return lotsSchema.parse(JSON.parse(text));
  } catch {
    throw new RowError('The lots can’t be read');
  }
}

/** Our own `transactions.csv`. */
export const altimeter: FormatReader = {
  format: 'altimeter',
  name: 'Altimeter',
  hint: 'In Altimeter: Portfolio, Transactions, Export as CSV (Pro).',
  layouts: [
    {
      name: 'transactions',
      required: ['type', 'occurredat', 'incoin', 'inamount', 'outcoin', 'outamount', 'wallet'],
      known: names,
      zone: 'UTC',
      read,
    },
  ],
};
