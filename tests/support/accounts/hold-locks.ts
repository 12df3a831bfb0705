import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { type Tx, transact } from '#server/platform/database/transact.ts';

/**
 * Holds on PostgreSQL the locks that a statement takes while `work` runs. `blocked(n)` resolves once `n` transactions
 * wait, for this one or for each other.
 */
export async function holdLocks(
  db: Database,
  statement: RawBuilder<unknown>,
  work: (blocked: (count: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  await transact(db, async (tx) => {
    await statement.execute(tx);
    await work(async (count) => {
      while ((await countBlocked(tx)) < count);
    });
  });
}

/** Uses `pg_locks`, because `pg_stat_activity` doesn't change within a transaction. */
async function countBlocked(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    with recursive blocked(pid) as (
      select pg_backend_pid()
      union
      select waiting.pid from pg_locks waiting
      join blocked on blocked.pid = any(pg_blocking_pids(waiting.pid))
      where not waiting.granted
    )
    select count(*) - 1 as count from blocked`.execute(tx);
  return Number(rows[0]!.count);
}
