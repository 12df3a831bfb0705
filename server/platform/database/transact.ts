import type { Transaction } from 'kysely';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/** An open transaction. Within it, use nothing else: on SQLite the outer handle would wait forever. */
export type Tx = Transaction<Tables>;

/** Runs `work` in a transaction and returns its result. If `work` throws, the transaction is rolled back. */
export function transact<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(work);
}
