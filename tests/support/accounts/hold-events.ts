import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { transact } from '#server/platform/database/transact.ts';
import { holdLocks } from './hold-locks.ts';

/**
 * Holds every transaction that records a security event while `work` runs. `blocked(n)` resolves once `n` transactions
 * wait, for this one or for each other. On SQLite, transactions run one after another anyway, so it resolves
 * immediately.
 */
export function holdEvents(
  db: Database,
  isPostgres: boolean,
  work: (blocked: (count: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  if (!isPostgres) return transact(db, () => work(async () => undefined));
  return holdLocks(db, sql`lock table security_events in share row exclusive mode`, work);
}
