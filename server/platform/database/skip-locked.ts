import { PostgresAdapter, type SelectQueryBuilder } from 'kysely';
import type { Database } from './database.ts';

type Query<DB, Table extends keyof DB, Row> = SelectQueryBuilder<DB, Table, Row>;

/**
 * Returns a function that makes a query skip rows locked by other transactions and lock those it returns, because
 * processes waiting for each other's rows in different orders would deadlock. A no-op on SQLite, which has only one
 * writer.
 */
export function createSkipLocked(db: Database) {
  const isShared = db.getExecutor().adapter instanceof PostgresAdapter;
  return <DB, Table extends keyof DB, Row>(query: Query<DB, Table, Row>): Query<DB, Table, Row> =>
    isShared ? query.forUpdate().skipLocked() : query;
}
