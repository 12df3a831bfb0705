import type { ModuleId } from '#contract/learning.ts';

/** A module of the learning area that a user has completed. */
export interface CompletedModuleTable {
  user_id: string;
  module_id: ModuleId;
  completed_at: number;
}
