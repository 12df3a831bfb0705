import { PostgresAdapter, sql } from 'kysely';
import type { Tx } from './transact.ts';

/**
 * Makes every other transaction that locks the same text wait until this one ends: for decisions about something that
 * has no row yet, such as an address nobody has left before. A no-op on SQLite, which has only one writer.
 */
export async function lockText(tx: Tx, text: string): Promise<void> {
  if (!(tx.getExecutor().adapter instanceof PostgresAdapter)) return;
  // If the hashes of two texts collide, they only wait for each other needlessly.
  await sql`select pg_advisory_xact_lock(hashtextextended(${text}, 0))`.execute(tx);
}
