import type { LearningProgress, ModuleId } from '#contract/learning.ts';
import type { Clock } from '#server/platform/clock.ts';
import { writeForUser } from '#server/platform/http/request-user.ts';
import type { LearningStore } from './store.ts';

/** Which modules of the learning pages a user has completed. */
export interface LearningService {
  getProgress(userId: string): Promise<LearningProgress>;
  /** Marks a module as completed and returns the updated progress. */
  completeModule(userId: string, moduleId: ModuleId): Promise<LearningProgress>;
}

export function createLearningService(deps: { store: LearningStore; clock: Clock }): LearningService {
  const { store, clock } = deps;
  const getProgress = async (userId: string) => ({ completed: await store.listCompleted(userId) });
  return {
    getProgress,
    async completeModule(userId, moduleId) {
      await writeForUser(() => store.addCompleted(userId, moduleId, clock.now()));
      return getProgress(userId);
    },
  };
}
