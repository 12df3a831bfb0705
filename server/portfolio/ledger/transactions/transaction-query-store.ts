import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import type { TransactionRow } from './transaction-row.ts';

/* The parts of queries for transactions: filters, and the order of the ledger. */

export interface TransactionFilter {
  readonly coin?: string | undefined;
  readonly type?: TransactionRow['type'] | undefined;
  readonly wallet?: string | undefined;
  /** Inclusive. */
  readonly from?: number | undefined;
  /** Exclusive. */
  readonly to?: number | undefined;
}

/** A transaction's position in ledger order. */
export type LedgerPlace = Pick<TransactionRow, (typeof placeColumns)[number]>;
export const placeColumns = ['occurred_at', 'type_rank', 'row_key', 'created_at', 'id'] as const;

/** As a literal, because otherwise SQLite doesn't use the index of openings. */
export const opening = sql.lit('opening' as const);

/** The conditions of a filter. */
export function matches(
  row: ExpressionBuilder<Tables, 'transactions'>,
  { coin, type, wallet, from, to }: TransactionFilter,
) {
  return [
    ...(coin === undefined
      ? []
      : [row.or([row('in_coin', '=', coin), row('out_coin', '=', coin), row('fee_coin', '=', coin)])]),
    ...(type === undefined ? [] : [row('type', '=', type)]),
    ...(wallet === undefined ? [] : [row.or([row('wallet', '=', wallet), row('to_wallet', '=', wallet)])]),
    ...(from === undefined ? [] : [row('occurred_at', '>=', from)]),
    ...(to === undefined ? [] : [row('occurred_at', '<', to)]),
  ];
}

export const isBefore = (place: LedgerPlace) => comparePlace(place, sql`<`);
export const isAfter = (place: LedgerPlace) => comparePlace(place, sql`>`);

function comparePlace(place: LedgerPlace, operator: RawBuilder<unknown>) {
  const columns = sql.join(placeColumns.map((name) => sql.ref(name)));
  return sql<SqlBool>`(${columns}) ${operator} (${sql.join(placeColumns.map((name) => place[name]))})`;
}
