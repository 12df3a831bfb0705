import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';

/** How long triggered alerts and firings are kept. */
const keptMs: Milliseconds = 400 * 24 * 60 * 60_000;
/** Removed in one statement, so that other writers don't wait long. */
const batchSize = 500;

/** Removes alerts that triggered, and firings, more than 400 days ago, yielding to other calls in between. */
export async function removeOldAlerts(db: Database, now: Instant): Promise<void> {
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
}

/** Yields to other calls in between: imported histories may have a hundred thousand old firings each. */
async function repeat(removeBatch: () => Promise<bigint>): Promise<void> {
  while ((await removeBatch()) > 0n) await yieldToEventLoop();
}
