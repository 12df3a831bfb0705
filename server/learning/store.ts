import type { Transaction } from 'kysely';
import { type ModuleId, moduleIds } from '#contract/learning.ts';
import type { Database } from '../platform/database.ts';
import { lockUser } from '../platform/lock-user.ts';
import type { Tables } from '../platform/tables.ts';

export interface LearningStore {
  /** In the order of the modules. */
  listCompleted(userId: string): Promise<ModuleId[]>;
  /** Once completed, a module stays so, since its first time. */
  addCompleted(userId: string, moduleId: ModuleId, atMs: number): Promise<void>;
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

    async addCompleted(userId, moduleId, atMs) {
      await db
        .insertInto('completed_modules')
        .values({ user_id: userId, module_id: moduleId, completed_at: atMs })
        .onConflict((conflict) => conflict.columns(['user_id', 'module_id']).doNothing())
        .execute();
    },
  };
}

/** Gives what one user has completed to another, who may have completed some of it already. */
export async function mergeLearning(
  tx: Transaction<Tables>,
  fromUserId: string,
  toUserId: string,
): Promise<void> {
  await lockUser(tx, fromUserId);
  await lockUser(tx, toUserId);
  await tx
    .updateTable('completed_modules')
    .set({ user_id: toUserId })
    .where('user_id', '=', fromUserId)
    .where('module_id', 'not in', (query) =>
      query
        .selectFrom('completed_modules as known')
        .select('known.module_id')
        .where('known.user_id', '=', toUserId),
    )
    .execute();
  await tx.deleteFrom('completed_modules').where('user_id', '=', fromUserId).execute();
}
