import { isWithdrawalByName } from '../is-withdrawal-by-name.ts';
import type { Reading } from '../reading.ts';
import { RowError } from '../row-error.ts';
import { isEmptyNotice } from './trades.ts';

const succeeded = /^(?:success|succeeded|done|deal|completed|wallet_processed)?$/i;
const timeNames = ['time(utc)', 'time'];

/** Deposits or withdrawals, told apart by the name of the address column or, in the shortest form, by the file name. */
export function readKucoinMovements(reading: Reading): void {
  const at = (...names: string[]) => reading.column(...names);
  const [coin, amount, fee, hash] = [at('coin'), at('amount'), at('fee'), at('hash')];
  const [from, to] = [at('deposit address'), at('withdrawal address/account', 'withdrawal address')];
  const [status, type] = [at('status'), at('type')];
  const dates = reading.dates([at(...timeNames)]);
  reading.eachRow((row) => {
    if (isEmptyNotice(row)) return reading.ignore([row]);
    if (!succeeded.test(reading.text(row, status))) return reading.ignore([row]);
    const isOut = isWithdrawal(reading.text(row, type), to >= 0, from >= 0, reading.options.fileName);
    if (isOut === null)
      throw new RowError(
        'Neither the row nor the file’s name says whether this is a deposit or a withdrawal',
      );
    const ticker = reading.requireText(row, coin).toUpperCase();
    const main = { ticker, units: reading.size(row, amount) };
    const common = { date: dates(row), hash: reading.text(row, hash) };
    if (!isOut) return reading.add([row], { ...common, in: main, address: reading.text(row, from) });
    const cost = { ticker, units: reading.size(row, fee) };
    reading.add([row], { ...common, out: main, fee: cost, address: reading.text(row, to) });
  });
}

function isWithdrawal(type: string, hasTo: boolean, hasFrom: boolean, fileName: string): boolean | null {
  if (/withdraw/i.test(type)) return true;
  if (/deposit/i.test(type)) return false;
  if (hasTo !== hasFrom) return hasTo;
  return isWithdrawalByName(fileName);
}

const quantity = /^([\d.,]+) ?([A-Za-z][A-Za-z0-9]{0,19})$/;

/** Conversions: `12 USDT` for `0.1 KCS`. */
export function readKucoinConversions(reading: Reading): void {
  const [sell, buy, status] = ['sell', 'buy', 'status'].map((name) => reading.column(name)) as [
    number,
    number,
    number,
  ];
  const dates = reading.dates([reading.column('time of update(utc)', 'time of update', ...timeNames)]);
  reading.eachRow((row) => {
    if (isEmptyNotice(row) || !succeeded.test(reading.text(row, status))) return reading.ignore([row]);
    const [out, into] = [sell, buy].map((column) => {
      const match = quantity.exec(reading.requireText(row, column));
      if (!match?.[1] || !match[2])
        throw new RowError(`“${reading.text(row, column)}” is not an amount of a coin`);
      return { ticker: match[2].toUpperCase(), units: reading.number(row, match[1]).units };
    });
    reading.add([row], { date: dates(row), in: into ?? null, out: out ?? null });
  });
}

/** Coins bought with money, or sold if a column says so. */
export function readKucoinFiat(reading: Reading): void {
  const at = (...names: string[]) => reading.column(...names);
  const [coin, units, currency, paid] = [
    at('currency (crypto)'),
    at('crypto quantity'),
    at('currency (fiat)'),
    at('fiat amount'),
  ];
  const [fee, feeCurrency, side, status] = [
    at('fee (fiat)'),
    at('fee currency (fiat)'),
    at('side', 'type'),
    at('status'),
  ];
  const dates = reading.dates([at(...timeNames)]);
  reading.eachRow((row) => {
    if (isEmptyNotice(row) || !succeeded.test(reading.text(row, status))) return reading.ignore([row]);
    const main = { ticker: reading.requireText(row, coin).toUpperCase(), units: reading.size(row, units) };
    const money = {
      ticker: reading.requireText(row, currency).toUpperCase(),
      units: reading.size(row, paid),
    };
    const cost = {
      ticker: reading.text(row, feeCurrency).toUpperCase() || money.ticker,
      units: reading.size(row, fee),
    };
    const isSale = /sell/i.test(reading.text(row, side));
    reading.add([row], {
      date: dates(row),
      ...(isSale ? { in: money, out: main } : { in: main, out: money }),
      fee: cost,
      orderId: reading.text(row, at('order id')),
    });
  });
}
