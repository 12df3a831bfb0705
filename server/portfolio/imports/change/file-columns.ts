import type { Instant } from '#contract/units.ts';
import { ranks } from '../../ledger/engine/entry.ts';
import { type TransactionRow, writeLeg, writeRowKey } from '../../ledger/transactions/transaction-row.ts';
import type { MergedRow } from '../algebra/import-row.ts';

export interface RowContext {
  readonly portfolioId: string;
  readonly importId: string;
  readonly createId: () => string;
  readonly now: Instant;
  readonly ordinal: number;
  readonly revision: number;
  /** Resolves a row's wallet to a wallet id. */
  readonly resolveWallet: (wallet: string) => string;
  /** Whether a transaction is in the portfolio. If a lot of a row refers to one that isn't, all its lots are dropped. */
  readonly hasTransaction: (id: string) => boolean;
}

/** The columns of a stored transaction that are determined by a file. */
export type FileColumns = Omit<
  TransactionRow,
  | 'id'
  | 'portfolio_id'
  | 'import_id'
  | 'unit_price'
  | 'source'
  | 'created_at'
  | 'updated_at'
  | 'ordinal'
  | 'revision'
  | 'deleted_at'
>;

/** The columns of a planned row. */
export function toFileColumns(
  { key, row }: MergedRow,
  { resolveWallet, hasTransaction }: Pick<RowContext, 'resolveWallet' | 'hasTransaction'>,
): FileColumns {
  const lots = row.lots?.length && row.lots.every(({ transactionId }) => hasTransaction(transactionId));
  return {
    type: row.type,
    kind: row.kind,
    occurred_at: row.at,
    ...writeLeg('in', row.in),
    ...writeLeg('out', row.out),
    ...writeLeg('fee', row.fee),
    value_currency: row.value?.currency ?? null,
    value_amount: row.value?.amount ?? null,
    wallet: resolveWallet(row.wallet),
    to_wallet: row.toWallet === null ? null : resolveWallet(row.toWallet),
    lots: lots ? JSON.stringify(row.lots) : null,
    note: row.note,
    external_id: row.externalId,
    acquired_at: row.acquiredAt,
    is_date_assumed: row.isDateAssumed ? 1 : 0,
    type_rank: ranks[row.type],
    row_key: writeRowKey(key),
  };
}

/** A planned row as a new transaction. */
export function toNewRow(merged: MergedRow, context: RowContext): TransactionRow {
  const { portfolioId, importId, createId, now, ordinal, revision } = context;
  return {
    ...toFileColumns(merged, context),
    id: createId(),
    portfolio_id: portfolioId,
    unit_price: null,
    source: 'import',
    import_id: importId,
    created_at: now,
    updated_at: now,
    ordinal,
    revision,
    deleted_at: null,
  };
}

/** Coin names follow the market, so a new name is no reason to update a row. */
const coinNameColumns = new Set(['in_symbol', 'in_name', 'out_symbol', 'out_name', 'fee_symbol', 'fee_name']);

/** Returns the stored row updated from the files, or null if nothing changed. */
export function toChangedRow(
  stored: TransactionRow,
  columns: FileColumns,
  change: { readonly importId: string | null; readonly revision: number },
): TransactionRow | null {
  const isSame =
    stored.import_id === change.importId &&
    (Object.keys(columns) as (keyof FileColumns)[]).every(
      (name) => coinNameColumns.has(name) || name === 'lots' || stored[name] === columns[name],
    );
  if (isSame) return null;
  return { ...stored, ...columns, import_id: change.importId, revision: change.revision };
}
