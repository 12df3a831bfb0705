import type { Instant, Milliseconds } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import { transact } from '#server/platform/database/transact.ts';

export const sweepEveryMs: Milliseconds = 60 * 60_000;

/** Portfolios swept in one transaction. */
const chunkSize = 100;

export interface SweepStore {
  /**
   * Removes transactions deleted at or before an instant. Their portfolios remember up to which revision they no longer
   * know what was removed.
   */
  removeDeleted(before: Instant): Promise<void>;
}

export function createSweepStore(db: Database): SweepStore {
  return {
    async removeDeleted(before) {
      while (await sweepChunk(db, before)) {
        // Each chunk is committed by itself, so that users don't wait for all.
      }
    },
  };
}

/** Whether there may be more. */
function sweepChunk(db: Database, before: Instant): Promise<boolean> {
  return transact(db, async (tx) => {
    const found = await tx
      .selectFrom('transactions')
      .select((row) => ['portfolio_id as id', row.fn.max<number>('revision').as('revision')])
      .where('deleted_at', '<=', before)
      .groupBy('portfolio_id')
      .orderBy('portfolio_id')
      .limit(chunkSize)
      .execute();
    for (const { id, revision } of found) {
      await tx
        .updateTable('portfolios')
        .set((row) => ({
          purged_revision: row
            .case()
            .when('purged_revision', '<', revision)
            .then(revision)
            .else(row.ref('purged_revision'))
            .end(),
        }))
        .where('id', '=', id)
        .execute();
      await tx
        .deleteFrom('transactions')
        .where('portfolio_id', '=', id)
        .where('deleted_at', '<=', before)
        .where('revision', '<=', revision)
        .execute();
    }
    return found.length === chunkSize;
  });
}
