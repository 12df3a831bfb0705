import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { transact } from '#server/platform/database/transact.ts';
import { holdLocks } from './hold-locks.ts';

/**
 * Holds every transaction that records a security event while `work` runs. `blocked(n)` resolves once `n` transactions
 * wait, for this one or for each other. On SQLite, transactions run one after another in the order in which they were
 * requested, so it resolves once the call made last has requested its own.
 */
export function holdEvents(
  db: Database,
  isPostgres: boolean,
  work: (blocked: (count: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  if (!isPostgres) return transact(db, () => work(passTurns));
  return holdLocks(db, sql`lock table security_events in share row exclusive mode`, work);
}

/** More turns of the event loop than a call takes until its transaction, without a network in between. */
const turnsOfCall = 100;

async function passTurns(): Promise<void> {
  for (let turn = 0; turn < turnsOfCall; turn += 1) await setImmediate();
}
