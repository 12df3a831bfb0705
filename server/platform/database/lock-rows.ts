import { PostgresAdapter, type SelectQueryBuilder } from 'kysely';
import type { Database } from './database.ts';

type Query<DB, Table extends keyof DB, Row> = SelectQueryBuilder<DB, Table, Row>;

/** Returns a function that makes a query lock the rows it returns. A no-op on SQLite, which has only one writer. */
export function createLockRows(db: Database) {
  const isShared = db.getExecutor().adapter instanceof PostgresAdapter;
  return <DB, Table extends keyof DB, Row>(query: Query<DB, Table, Row>): Query<DB, Table, Row> =>
    isShared ? query.forUpdate() : query;
}
