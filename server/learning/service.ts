import type { LearningProgress, ModuleId } from '#contract/learning.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { transact } from '#server/platform/database/transact.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { LearningStore } from './store.ts';

/** Which modules of the learning pages a user has completed. */
export interface LearningService {
  getProgress(userId: string): Promise<LearningProgress>;
  /** Marks a module as completed and returns the updated progress. Throws `unauthorized` if the account is gone. */
  completeModule(userId: string, moduleId: ModuleId): Promise<LearningProgress>;
}

export function createLearningService(deps: {
  db: Database;
  store: LearningStore;
  clock: Clock;
}): LearningService {
  const { db, store, clock } = deps;
  const getProgress = async (userId: string) => ({ completed: await store.listCompleted(userId) });
  return {
    getProgress,
    async completeModule(userId, moduleId) {
      await transact(db, async (tx) => {
        // A merge into another account would delete what is added once it has moved the rest.
        if (!(await lockOwner(tx, userId)))
          throw new AppError('unauthorized', 'This account no longer exists.');
        await store.addCompleted(tx, userId, moduleId, clock.now());
      });
      return getProgress(userId);
    },
  };
}
