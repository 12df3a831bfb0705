import { PostgresAdapter, type SelectQueryBuilder } from 'kysely';
import type { Database } from './database.ts';

type Query<DB, Table extends keyof DB, Row> = SelectQueryBuilder<DB, Table, Row>;

/**
 * Gives what makes a query leave out rows that another process is about to change, and keeps those it gives for its own
 * transaction: several that wait for each other's in different orders would never end. SQLite writes one at a time.
 */
export function createSkipLocked(db: Database) {
  const isShared = db.getExecutor().adapter instanceof PostgresAdapter;
  return <DB, Table extends keyof DB, Row>(query: Query<DB, Table, Row>): Query<DB, Table, Row> =>
    isShared ? query.forUpdate().skipLocked() : query;
}
