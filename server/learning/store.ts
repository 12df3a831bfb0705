import { type ModuleId, moduleIds } from '#contract/learning.ts';
import type { Instant } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import { mergeRows } from '#server/platform/database/merge-rows.ts';
import type { Tx } from '#server/platform/database/transact.ts';

/** The modules each user has completed. */
export interface LearningStore {
  /** In module order. */
  listCompleted(userId: string): Promise<ModuleId[]>;
  /** Keeps the first completion if there is one. Lock the user first. */
  addCompleted(tx: Tx, userId: string, moduleId: ModuleId, at: Instant): Promise<void>;
}

export function createLearningStore(db: Database): LearningStore {
  return {
    async listCompleted(userId) {
      const rows = await db
        .selectFrom('completed_modules')
        .select('module_id')
        .where('user_id', '=', userId)
        .execute();
      const completed = new Set(rows.map((row) => row.module_id));
      return moduleIds.filter((id) => completed.has(id));
    },

    async addCompleted(tx, userId, moduleId, at) {
      await tx
        .insertInto('completed_modules')
        .values({ user_id: userId, module_id: moduleId, completed_at: at })
        .onConflict((conflict) => conflict.columns(['user_id', 'module_id']).doNothing())
        .execute();
    },
  };
}

/** Adds one user's completed modules to another's. */
export function mergeLearning(tx: Tx, from: string, to: string): Promise<void> {
  return mergeRows(tx, 'completed_modules', 'module_id', { from, to });
}
