import { isWithdrawalByName } from '../is-withdrawal-by-name.ts';
import type { Reading } from '../reading.ts';
import { RowError } from '../row-error.ts';
import { readBinanceDates } from './dates.ts';

const succeeded = /^(?:completed|successful|success|credited)$/i;

/** Deposits or withdrawals. A column `Fee` means withdrawals; for older files only the file name tells. */
export function readBinanceMovements(reading: Reading): void {
  const [coin, amount, address, hash, status] = ['coin', 'amount', 'address', 'txid', 'status'].map((name) =>
    reading.column(name),
  ) as [number, number, number, number, number];
  const [fee, oldFee] = [reading.column('fee'), reading.column('transactionfee')];
  const dates = readBinanceDates(reading, reading.column('date(utc)', 'time'));
  const isWithdrawal = isWithdrawals(reading.options.fileName, fee >= 0, oldFee >= 0);
  reading.eachRow((row) => {
    if (!succeeded.test(reading.text(row, status))) return reading.ignore([row]);
    if (isWithdrawal === null)
      throw new RowError(
        'The file’s name has neither “deposit” nor “withdraw”, so these rows could be either',
      );
    const ticker = reading.requireText(row, coin).toUpperCase();
    const main = { ticker, units: reading.requireAmount(row, amount) };
    const cost = { ticker, units: reading.size(row, fee >= 0 ? fee : oldFee) };
    const common = { date: dates(row), hash: reading.text(row, hash), address: reading.text(row, address) };
    reading.add([row], isWithdrawal ? { ...common, out: main, fee: cost } : { ...common, in: main });
  });
}

function isWithdrawals(fileName: string, hasFee: boolean, isOld: boolean): boolean | null {
  return isWithdrawalByName(fileName) ?? (isOld ? null : hasFee);
}

/** Bank deposits and withdrawals, which are not transactions of the ledger. */
export function readBinanceFiat(reading: Reading): void {
  reading.ignore(reading.rows);
}
