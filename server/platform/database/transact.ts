import type { Transaction } from 'kysely';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/** The handle of an open transaction. Inside it, use nothing else: on SQLite the outer handle would wait for ever. */
export type Tx = Transaction<Tables>;

/** Runs `work` as one transaction and gives what it gives. It is rolled back where `work` throws, and throws that. */
export function transact<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(work);
}
