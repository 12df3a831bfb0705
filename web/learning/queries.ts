import { queryOptions } from '@tanstack/react-query';
import type { LearningProgress, ModuleId } from '#contract/learning.ts';
import { readApi, sendApi } from '#web/lib/api-client.ts';

/** Modules completed since the page was loaded that are not saved on the server yet. */
const unsaved = new Set<ModuleId>();

/** Remembers a module as completed until the page is unloaded. */
export function rememberCompleted(moduleId: ModuleId): void {
  unsaved.add(moduleId);
}

/** Progress stored only in this page: all of a visitor's, or a user's that is not saved yet. */
export const visitProgressQuery = () =>
  queryOptions({
    queryKey: ['learning', 'visit'],
    queryFn: () => [...unsaved],
    initialData: () => [...unsaved],
  });

/** The user's progress. First saves what is stored only in this page. */
export const accountProgressQuery = () =>
  queryOptions({
    queryKey: ['learning', 'account'],
    queryFn: async ({ signal }) => {
      for (const moduleId of unsaved) {
        await sendApi<LearningProgress>('PUT', `/api/learning/${moduleId}`);
        unsaved.delete(moduleId);
      }
      return readApi<LearningProgress>('/api/learning', signal);
    },
  });
