import type { Leg, Transaction } from '#contract/ledger/transaction.ts';
import { type CsvCell, writeCsv } from '../../csv.ts';

type WalletNames = ReadonlyMap<string, string>;
type Column = readonly [name: string, cell: (transaction: Transaction, wallets: WalletNames) => CsvCell];

const text = (written: string | null): CsvCell => (written === null ? null : { text: written });
const coinOf = (leg: Leg | null) => text(leg && 'coinId' in leg ? leg.coinId : null);
const currencyOf = (leg: Leg | null) => text(leg && 'currency' in leg ? leg.currency : null);
const amountOf = (leg: Leg | null): CsvCell => (leg === null ? null : { decimal: leg.amount });

const legColumns = (side: 'in' | 'out' | 'fee'): Column[] => [
  [`${side}Coin`, (transaction) => coinOf(transaction[side])],
  [`${side}Currency`, (transaction) => currencyOf(transaction[side])],
  [`${side}Amount`, (transaction) => amountOf(transaction[side])],
];

const columns: readonly Column[] = [
  ['id', ({ id }) => text(id)],
  ['type', ({ type }) => text(type)],
  ['kind', ({ kind }) => text(kind)],
  ['occurredAt', ({ occurredAt }) => text(occurredAt)],
  ...legColumns('in'),
  ...legColumns('out'),
  ...legColumns('fee'),
  ['value', ({ value }) => amountOf(value)],
  ['valueCurrency', ({ value }) => currencyOf(value)],
  ['wallet', ({ wallet }, names) => text(names.get(wallet) ?? wallet)],
  ['toWallet', ({ toWallet }, names) => text(toWallet && (names.get(toWallet) ?? toWallet))],
  ['lots', ({ lots }) => text(lots && JSON.stringify(lots))],
  ['acquiredAt', ({ acquiredAt }) => text(acquiredAt)],
  ['note', ({ note }) => text(note)],
  ['source', ({ source }) => text(source)],
  ['externalId', ({ externalId }) => text(externalId)],
  ['isDateAssumed', ({ isDateAssumed }) => text(String(isDateAssumed))],
];

/** A ledger as CSV: a header, then one row per transaction with all digits as entered, and wallets by name. */
export async function* writeTransactionsCsv(
  chunks: AsyncIterable<readonly Transaction[]>,
  wallets: WalletNames,
): AsyncGenerator<string> {
  yield writeCsv([columns.map(([name]) => text(name))]);
  for await (const chunk of chunks)
    yield writeCsv(chunk.map((transaction) => columns.map(([, cell]) => cell(transaction, wallets))));
}
