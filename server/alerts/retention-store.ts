import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';

/** How long triggered alerts and firings are kept. */
const keptMs: Milliseconds = 400 * 24 * 60 * 60_000;
/** Removed in one statement, so that other writers don't wait long. */
const batchSize = 500;

/**
 * Removes alerts that triggered, and firings, more than 400 days ago, and each account's firings beyond the newest
 * `maxFirings`, yielding to other calls in between.
 */
export async function removeOldAlerts(db: Database, now: Instant, maxFirings: number): Promise<void> {
  const before = now - keptMs;
  await repeat(async () => {
    const { numDeletedRows } = await db
      .deleteFrom('alerts')
      .where('id', 'in', (query) =>
        query
          .selectFrom('alerts')
          .select('id')
          .where('triggered_at', '<', before)
          .where('status', '=', 'triggered')
          .limit(batchSize),
      )
      // Checked again on the row: a user may have reactivated an alert since it was selected.
      .where('status', '=', 'triggered')
      .executeTakeFirst();
    return numDeletedRows;
  });
  await repeat(async () => {
    const { numDeletedRows } = await db
      .deleteFrom('alert_firings')
      .where('id', 'in', (query) =>
        query.selectFrom('alert_firings').select('id').where('fired_at', '<', before).limit(batchSize),
      )
      .executeTakeFirst();
    return numDeletedRows;
  });
  await removeExcessFirings(db, maxFirings);
}

/** Otherwise an account could fill the disk, and its history would not fit into another account. */
async function removeExcessFirings(db: Database, maxFirings: number): Promise<void> {
  for (let last = ''; ; await yieldToEventLoop()) {
    const owner = await db
      .selectFrom('alert_firings')
      .select('user_id')
      .where('user_id', '>', last)
      .orderBy('user_id')
      .limit(1)
      .executeTakeFirst();
    if (!owner) return;
    last = owner.user_id;
    const newest = await db
      .selectFrom('alert_firings')
      .select('number')
      .where('user_id', '=', last)
      .orderBy('number', 'desc')
      .offset(maxFirings)
      .limit(1)
      .executeTakeFirst();
    if (newest) await repeat(() => removeFiringsUpTo(db, owner.user_id, newest.number));
  }
}

async function removeFiringsUpTo(db: Database, userId: string, upTo: number): Promise<bigint> {
  const { numDeletedRows } = await db
    .deleteFrom('alert_firings')
    .where('number', 'in', (query) =>
      query
        .selectFrom('alert_firings')
        .select('number')
        .where('user_id', '=', userId)
        .where('number', '<=', upTo)
        .orderBy('number')
        .limit(batchSize),
    )
    .executeTakeFirst();
  return numDeletedRows;
}

/** Yields to other calls in between: imported histories may have a hundred thousand old firings each. */
async function repeat(removeBatch: () => Promise<bigint>): Promise<void> {
  while ((await removeBatch()) > 0n) await yieldToEventLoop();
}
