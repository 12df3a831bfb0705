import { type SqlBool, sql } from 'kysely';

/**
 * True of every transaction. Without a condition on the date, SQLite takes the index of revisions and looks up each row
 * of the portfolio, which blocks other calls for a tenth of a second; the index of the ledger's order has what such a
 * query needs.
 */
export const isDated = sql<SqlBool>`occurred_at >= ${sql.lit(-8.64e15)}`;
