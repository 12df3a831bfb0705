import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import { removeTransactions } from '#server/platform/database/removal/remove-transactions.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { transact } from '#server/platform/database/transact.ts';

export const sweepEveryMs: Milliseconds = 60 * 60_000;

/** Portfolios swept per database transaction. */
const chunkSize = 100;

export interface SweepStore {
  /**
   * Removes transactions that were deleted at or before an instant. Their portfolios record the revision up to which
   * removals are no longer known.
   */
  removeDeleted(before: Instant): Promise<void>;
}

export function createSweepStore(db: Database): SweepStore {
  return {
    async removeDeleted(before) {
      while (await sweepChunk(db, before)) {
        // Each chunk is committed separately, so that users don't wait for all of them.
      }
    },
  };
}

/** Deleted rows of a file, and entries it replaced, are kept as long as the import, so that they don't come back. */
const isOfNoImport = ({ or, not, exists, selectFrom }: ExpressionBuilder<Tables, 'transactions'>) =>
  or([
    sql<SqlBool>`import_id is null`,
    not(exists(selectFrom('imports').select('id').whereRef('imports.id', '=', 'transactions.import_id'))),
  ]);

/** Returns whether there may be more. */
function sweepChunk(db: Database, before: Instant): Promise<boolean> {
  return transact(db, async (tx) => {
    const found = await tx
      .selectFrom('transactions')
      .select((row) => ['portfolio_id as id', row.fn.max<number>('revision').as('revision')])
      .where('deleted_at', '<=', before)
      .where(isOfNoImport)
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
      await removeTransactions(tx, (query) =>
        query
          .where('portfolio_id', '=', id)
          .where('deleted_at', '<=', before)
          .where(isOfNoImport)
          .where('revision', '<=', revision),
      );
    }
    return found.length === chunkSize;
  });
}
