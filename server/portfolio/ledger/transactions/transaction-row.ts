import type { Leg, LotPick, Transaction } from '#contract/ledger/transaction.ts';
import type { DecimalText } from '#contract/units.ts';
import type { TransactionTable } from '#server/platform/database/tables/ledger-tables.ts';
import type { Leg as EntryLeg, MoneyLeg as EntryMoneyLeg, LedgerEntry } from '../engine/entry.ts';
import {
  type Amount,
  fixedPoint,
  type Money,
  parseAmount,
  parseMoney,
  roundPrice,
} from '../engine/fixed-point.ts';

export type TransactionRow = TransactionTable;

type Side = 'in' | 'out' | 'fee';
/** The columns of one leg. */
type LegColumns<Name extends Side> = Pick<
  TransactionRow,
  `${Name}_coin` | `${Name}_symbol` | `${Name}_name` | `${Name}_currency` | `${Name}_amount`
>;

const writeInstant = (at: number) => new Date(at).toISOString();
const writeMaybeInstant = (at: number | null) => (at === null ? null : writeInstant(at));

/** A stored transaction as in the API. */
export function toTransaction(row: TransactionRow): Transaction {
  return {
    id: row.id,
    portfolioId: row.portfolio_id,
    type: row.type,
    kind: row.kind,
    occurredAt: writeInstant(row.occurred_at),
    in: readLeg(row, 'in'),
    out: readLeg(row, 'out'),
    fee: readLeg(row, 'fee'),
    value: readValue(row),
    wallet: row.wallet,
    toWallet: row.to_wallet,
    lots: readLots(row),
    note: row.note,
    source: row.source,
    importId: row.import_id,
    externalId: row.external_id,
    acquiredAt: writeMaybeInstant(row.acquired_at),
    isDateAssumed: row.is_date_assumed === 1,
    createdAt: writeInstant(row.created_at),
    updatedAt: writeInstant(row.updated_at),
  };
}

/** A row's leg as in the API. */
function readLeg(row: TransactionRow, side: Side): Leg | null {
  const amount = row[`${side}_amount`];
  const currency = row[`${side}_currency`];
  if (amount === null) return null;
  if (currency !== null) return { currency, amount };
  const [coinId, symbol, name] = [row[`${side}_coin`], row[`${side}_symbol`], row[`${side}_name`]];
  return { coinId: coinId ?? '', symbol: symbol ?? '', name: name ?? '', amount };
}

function readValue({ value_currency: currency, value_amount: amount }: TransactionRow) {
  return currency === null || amount === null ? null : { currency, amount };
}

function readLots({ lots }: Pick<TransactionRow, 'lots'>): LotPick[] | null {
  return lots === null ? null : (JSON.parse(lots) as LotPick[]);
}

/** A leg as columns. */
export function writeLeg<Name extends Side>(side: Name, leg: Leg | null): LegColumns<Name> {
  const coin = leg && 'coinId' in leg ? leg : null;
  return {
    [`${side}_coin`]: coin?.coinId ?? null,
    [`${side}_symbol`]: coin?.symbol ?? null,
    [`${side}_name`]: coin?.name ?? null,
    [`${side}_currency`]: leg && 'currency' in leg ? leg.currency : null,
    [`${side}_amount`]: leg?.amount ?? null,
  } as LegColumns<Name>;
}

/** The columns that the engine needs. */
export const entryColumns = [
  'id',
  'type',
  'occurred_at',
  'in_coin',
  'in_currency',
  'in_amount',
  'out_coin',
  'out_currency',
  'out_amount',
  'fee_coin',
  'fee_currency',
  'fee_amount',
  'value_currency',
  'value_amount',
  'wallet',
  'to_wallet',
  'lots',
  'acquired_at',
  'is_date_assumed',
  'created_at',
  'row_key',
  'kind',
] as const satisfies readonly (keyof TransactionRow)[];
export type EntryRow = Pick<TransactionRow, (typeof entryColumns)[number]>;

/** A stored transaction as the engine sees it. Throws a `RangeError` if an amount isn't a decimal. */
export function toEntry(row: EntryRow): LedgerEntry {
  return {
    id: row.id,
    type: row.type,
    kind: row.kind,
    occurredAt: row.occurred_at,
    in: toEntryLeg(row.in_coin, row.in_currency, row.in_amount),
    out: toEntryLeg(row.out_coin, row.out_currency, row.out_amount),
    fee: toEntryLeg(row.fee_coin, row.fee_currency, row.fee_amount),
    value: toMoneyLeg(row.value_currency, row.value_amount),
    wallet: row.wallet,
    toWallet: row.to_wallet,
    lots: readEntryLots(row.lots),
    acquiredAt: row.acquired_at,
    isDateAssumed: row.is_date_assumed === 1,
    rowIdentity: readIdentity(row.row_key),
    createdAt: row.created_at,
  };
}

/** A stored amount of coins. Earlier versions accepted more decimals from files than coins have; those are rounded. */
export function readEntryAmount(text: DecimalText): Amount {
  const point = text.indexOf('.');
  const isLong = point >= 0 && text.length - point - 1 > fixedPoint.amountPlaces;
  return isLong ? roundPrice(padWhole(text)) : parseAmount(padWhole(text));
}
/** A stored amount of money. */
export const readEntryMoney = (text: DecimalText): Money => parseMoney(padWhole(text));

const noLots: LedgerEntry['lots'] = [];

/** The stored lots that a transaction names; null: none. */
export function readEntryLots(text: string | null): LedgerEntry['lots'] {
  if (text === null) return noLots;
  return (JSON.parse(text) as LotPick[]).map(({ transactionId, amount }) => ({
    transactionId,
    amount: readEntryAmount(amount),
  }));
}

function toMoneyLeg(currency: string | null, amount: DecimalText | null): EntryMoneyLeg | null {
  return currency === null || amount === null ? null : { currency, amount: readEntryMoney(amount) };
}

function toEntryLeg(
  coinId: string | null,
  currency: string | null,
  amount: DecimalText | null,
): EntryLeg | null {
  if (amount === null) return null;
  return toMoneyLeg(currency, amount) ?? { coinId: coinId ?? '', amount: readEntryAmount(amount) };
}

/** Writes `.5` as `0.5`, because amounts are stored as they were entered. */
export const padWhole = (text: DecimalText): DecimalText => (text.startsWith('.') ? `0${text}` : text);

/** The column that sorts rows of files by their identity, before manual entries. */
export const writeRowKey = (identity: string | null): string => (identity === null ? '1' : `0${identity}`);
/** The identity of a row of a file; null for a manual entry. */
export const readIdentity = (key: string): string | null => (key.startsWith('0') ? key.slice(1) : null);
