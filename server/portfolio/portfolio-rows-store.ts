import type { Database } from '../platform/database.ts';
import type { PortfolioTable } from '../platform/tables.ts';

/** A user's portfolios, the oldest first. `db`: also a transaction. */
export function listPortfolioRows(
  db: Pick<Database, 'selectFrom'>,
  userId: string,
): Promise<PortfolioTable[]> {
  return db
    .selectFrom('portfolios')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('ordinal')
    .orderBy('id')
    .execute();
}
