import type { Quantity } from '../compose-draft.ts';
import type { FormatReader } from '../format-reader.ts';
import type { Reading } from '../reading.ts';
import { RowError } from '../row-error.ts';
import type { TableRow } from '../table/table.ts';

const withUnit = /^(-?[\d.,]+(?:[eE]-?\d+)?) +([A-Za-z0-9]{1,20})$/;

/** Old files have the unit in the cell, new ones in a separate column. */
function readQuantity(reading: Reading, row: TableRow, column: number, unit: number): Quantity | null {
  const text = reading.text(row, column);
  if (text === '') return null;
  const match = withUnit.exec(text);
  const ticker = match?.[2] ?? reading.text(row, unit);
  if (!ticker) throw new RowError(`“${text}” has no unit`);
  return { ticker: ticker.toUpperCase(), units: reading.number(row, match?.[1] ?? text).units };
}

function read(reading: Reading): void {
  const at = (...names: string[]) => reading.column(...names);
  const [id, type, subtype, order] = [at('id'), at('type'), at('sub type', 'subtype'), at('order id')];
  const amounts = ['amount', 'value', 'fee'].map((name) => [at(name), at(`${name} currency`)] as const);
  const dates = reading.dates([at('datetime')]);
  reading.eachRow((row) => {
    const operation = reading.requireText(row, type).toLowerCase();
    if (operation === 'sub account transfer') return reading.ignore([row]);
    const [amount, value, fee] = amounts.map(([column, unit]) => readQuantity(reading, row, column, unit));
    if (!amount) throw new RowError('There is no amount');
    const common = {
      date: dates(row),
      fee: fee ?? null,
      externalId: reading.text(row, id),
      orderId: reading.text(row, order),
    };
    if (operation === 'market' || operation === 'buy' || operation === 'sell') {
      const side = operation === 'market' ? reading.requireText(row, subtype).toLowerCase() : operation;
      // Dust may be worth nothing in two decimals.
      if (!value?.units) throw new RowError('There is no value');
      if (side !== 'buy' && side !== 'sell') throw new RowError(`“${side}” is not understood`);
      return reading.add([row], {
        ...common,
        ...(side === 'buy' ? { in: amount, out: value } : { in: value, out: amount }),
      });
    }
    if (/^(?:ripple |card )?deposit$/.test(operation))
      return reading.add([row], { ...common, in: withoutFee(amount, fee) });
    if (operation === 'withdrawal' || operation === 'ripple payment')
      return reading.add([row], { ...common, out: amount });
    if (/^(?:staking|earn) reward$/.test(operation))
      return reading.add([row], { ...common, type: 'income', kind: 'staking', in: amount });
    throw new RowError(`“${reading.text(row, type)}” is not understood`);
  });
}

/** The amount received, net of its fee. */
function withoutFee(amount: Quantity, fee: Quantity | null | undefined): Quantity {
  return fee?.ticker === amount.ticker ? { ...amount, units: amount.units - fee.units } : amount;
}

/** Bitstamp's transactions. */
export const bitstamp: FormatReader = {
  format: 'bitstamp',
  name: 'Bitstamp',
  hint: 'On bitstamp.net: your account, Transactions, Export, all types and all time as CSV.',
  layouts: [
    {
      name: 'transactions',
      required: ['type', 'datetime', 'account', 'amount', 'value', 'rate', 'fee', ['sub type', 'subtype']],
      known: ['id', 'amount currency', 'value currency', 'rate currency', 'fee currency', 'order id'],
      zone: 'UTC',
      read,
    },
  ],
};
