import type { DraftFields } from '../compose-draft.ts';
import type { FormatReader } from '../format-reader.ts';
import { groupRows } from '../group-rows.ts';
import type { Reading } from '../reading.ts';
import { RowError } from '../row-error.ts';
import type { TableRow } from '../table/table.ts';

/** Operations that only cost a fee. */
const feeOnly = new Set(
  'FEES REVEAL DELEGATE UNDELEGATE BOND UNBOND WITHDRAW_UNBONDED OPT_IN OPT_OUT FREEZE UNFREEZE VOTE REDELEGATE APPROVE NOMINATE CHILL SET_CONTROLLER'.split(
    ' ',
  ),
);
/** Operations that move no coins. */
const withoutMovement = new Set(['NONE', 'NFT_IN', 'NFT_OUT']);

function read(reading: Reading): void {
  const at = (...names: string[]) => reading.column(...names);
  const columns = {
    ticker: at('currency ticker'),
    type: at('operation type'),
    amount: at('operation amount'),
    fee: at('operation fees'),
    hash: at('operation hash'),
    account: at('account name'),
    key: at('account xpub', 'account id'),
    status: at('status'),
    currency: at('countervalue ticker'),
    value: at('countervalue at operation date'),
  };
  const dates = reading.dates([at('operation date')]);
  const accounts = nameAccounts(reading, columns);
  const own = new Set<TableRow>();
  for (const rows of groupRows(
    reading.rows,
    (row) => `${reading.text(row, columns.hash)} ${reading.text(row, columns.ticker)}`,
  ).values()) {
    const [sent, received] = findOwnTransfer(reading, columns, rows);
    if (!sent || !received) continue;
    own.add(sent).add(received);
    reading.attempt([sent, received], () => {
      const parts = divideSent(reading, columns, sent, received);
      if (!parts) {
        // They are read one by one.
        own.delete(sent);
        own.delete(received);
        return;
      }
      const { moved, others } = parts;
      const known = { date: dates(sent), wallet: accounts(sent), ...idsOf(reading, columns, sent) };
      reading.add([sent, received], { ...moved, ...known, otherWallet: accounts(received), value: null });
      if (others) reading.add([sent], { out: others, ...known });
    });
  }
  reading.eachRow((row) => {
    if (own.has(row)) return;
    const sides = readSides(reading, columns, row);
    if (sides === null) return reading.ignore([row]);
    reading.add([row], {
      date: dates(row),
      wallet: accounts(row),
      ...idsOf(reading, columns, row),
      ...sides,
    });
  });
}

type Columns = Readonly<
  Record<
    'ticker' | 'type' | 'amount' | 'fee' | 'hash' | 'account' | 'key' | 'status' | 'currency' | 'value',
    number
  >
>;

/** The on-chain hash is both the row's id and what links the two sides of a transfer. */
function idsOf(reading: Reading, { hash }: Columns, row: TableRow) {
  const text = reading.text(row, hash);
  return { externalId: text, hash: text };
}

/** The same hash out of one own account and into another is a transfer between them. */
function findOwnTransfer(
  reading: Reading,
  { hash, type, status }: Columns,
  rows: readonly TableRow[],
): TableRow[] {
  if (rows.length !== 2 || !rows[0] || reading.text(rows[0], hash) === '') return [];
  if (rows.some((row) => /failed/i.test(reading.text(row, status)))) return [];
  const of = (name: string) => rows.filter((row) => reading.text(row, type).toUpperCase() === name);
  const [sent, received] = [of('OUT')[0], of('IN')[0]];
  return sent && received ? [sent, received] : [];
}

/**
 * What an own transfer moves, with its fee, and what the same on-chain transaction paid to others. Null if more was
 * received than the sender's row explains.
 */
function divideSent(reading: Reading, columns: Columns, sent: TableRow, received: TableRow) {
  const sides = readSides(reading, columns, sent);
  const units = reading.size(received, columns.amount);
  const sentUnits = sides?.out?.units ?? 0n;
  if (!sides?.out || !sides.fee || units === 0n || units > sentUnits) return null;
  const others = units === sentUnits ? null : { ...sides.out, units: sentUnits - units };
  return { moved: { ...sides, out: { ...sides.out, units } }, others };
}

/** If several accounts have the same name, the end of the key is appended. */
function nameAccounts(reading: Reading, { account, key }: Columns): (row: TableRow) => string | null {
  const keys = new Map<string, Set<string>>();
  for (const row of reading.rows) {
    const name = reading.text(row, account);
    keys.set(name, (keys.get(name) ?? new Set()).add(reading.text(row, key)));
  }
  return (row) => {
    const name = reading.text(row, account);
    if (name === '') return null;
    return (keys.get(name)?.size ?? 0) > 1
      ? `${name.slice(0, 50)} ${reading.text(row, key).slice(-6)}`
      : name;
  };
}

/** The sides of a row; null if there is nothing to record. */
function readSides(reading: Reading, columns: Columns, row: TableRow): Omit<DraftFields, 'date'> | null {
  const type = reading.requireText(row, columns.type).toUpperCase();
  const ticker = reading.requireText(row, columns.ticker).toUpperCase();
  const amount = reading.size(row, columns.amount);
  // There is no money, but a coin may have its code: RON is Ronin.
  const coin = { ticker, isMoney: false };
  const fee = { ...coin, units: reading.size(row, columns.fee) };
  const isFailed = /failed/i.test(reading.text(row, columns.status));
  if (withoutMovement.has(type) && fee.units === 0n) return null;
  if (isFailed || withoutMovement.has(type) || feeOnly.has(type)) {
    // The fee is in both columns but counts once; that of an incoming row was paid by the sender.
    const units = type === 'FEES' ? fee.units || amount : fee.units;
    return units === 0n || type === 'IN' || type === 'NFT_IN'
      ? null
      : { type: 'fee', out: { ...coin, units } };
  }
  const currency = reading.text(row, columns.currency).toUpperCase();
  const counterValue = reading.amount(row, columns.value);
  const value =
    currency && counterValue !== null && counterValue > 0n ? { ticker: currency, units: counterValue } : null;
  if (type === 'IN') return { in: { ...coin, units: amount } };
  if (type === 'REWARD' || type === 'REWARD_PAYOUT')
    return { type: 'income', kind: 'staking', in: { ...coin, units: amount }, value };
  if (type !== 'OUT') throw new RowError(`“${type}” is not understood`);
  if (fee.units > amount) throw new RowError('The fee is larger than the amount');
  return fee.units === amount
    ? { type: 'fee', out: fee }
    : { out: { ...coin, units: amount - fee.units }, fee };
}

/** The operations of Ledger Live. */
export const ledgerLive: FormatReader = {
  format: 'ledger_live',
  name: 'Ledger Live',
  hint: 'In Ledger Live: Accounts, Show all operations, Save the history of the chosen accounts as CSV.',
  layouts: [
    {
      name: 'operations',
      required: [
        'operation date',
        'currency ticker',
        'operation type',
        'operation amount',
        'operation fees',
        'operation hash',
      ],
      known: [
        ...['status', 'account name', 'account xpub', 'account id', 'countervalue ticker'],
        ...['countervalue at operation date', 'countervalue at csv export'],
      ],
      zone: 'UTC',
      read,
    },
  ],
};
