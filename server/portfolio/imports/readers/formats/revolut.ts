import type { Quantity } from '../compose-draft.ts';
import type { FormatReader } from '../format-reader.ts';
import type { Reading } from '../reading.ts';
import { RowError } from '../row-error.ts';
import type { TableRow } from '../table/table.ts';
import { currencyOf } from '../values/money.ts';
import { absolute } from '../values/units.ts';

/** Money with a sign before it or a code after it. */
function readMoney(reading: Reading, row: TableRow, column: number): Quantity | null {
  const text = reading.text(row, column);
  if (text === '') return null;
  const { units, unit } = reading.number(row, text);
  if (units === 0n) return null;
  const ticker = currencyOf(unit);
  if (!ticker) throw new RowError(`“${text}” has no currency`);
  return { ticker, units: absolute(units) };
}

function read(reading: Reading): void {
  const [symbol, type, quantity, value, fees] = ['symbol', 'type', 'quantity', 'value', 'fees'].map((name) =>
    reading.column(name),
  ) as [number, number, number, number, number];
  const dates = reading.dates([reading.column('date')]);
  reading.eachRow((row) => {
    const operation = reading.requireText(row, type).toLowerCase();
    if (operation === 'stake' || operation === 'unstake') return reading.ignore([row]);
    const main = {
      ticker: reading.requireText(row, symbol).toUpperCase(),
      units: absolute(reading.requireAmount(row, quantity)),
    };
    const common = { date: dates(row) };
    const money = readMoney(reading, row, value);
    const fee = readMoney(reading, row, fees);
    if (operation === 'buy' || operation === 'sell') {
      if (!money) throw new RowError('The row has no value');
      return reading.add([row], {
        ...common,
        fee,
        ...(operation === 'buy' ? { in: main, out: money } : { in: money, out: main }),
      });
    }
    if (operation === 'send') return reading.add([row], { ...common, out: main, fee });
    if (operation === 'receive') return reading.add([row], { ...common, in: main });
    if (operation === 'staking reward' || operation === 'learn reward') {
      const kind = operation === 'staking reward' ? 'staking' : 'reward';
      return reading.add([row], { ...common, type: 'income', kind, in: main, value: money });
    }
    if (operation === 'payment')
      return reading.add([row], { ...common, type: 'spend', out: main, value: money, fee });
    // An exchange of two coins has one row per coin, neither of which gives the direction.
    throw new RowError(`“${reading.text(row, type)}” is not understood`);
  });
}

/** Revolut's crypto statement. */
export const revolut: FormatReader = {
  format: 'revolut',
  name: 'Revolut',
  hint: 'In the Revolut app: Crypto, More, Statements, Account statement, as Excel or CSV from the first day on.',
  layouts: [
    { name: 'crypto', required: ['symbol', 'type', 'quantity', 'price', 'value', 'fees', 'date'], read },
  ],
};
