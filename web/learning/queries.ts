import { queryOptions } from '@tanstack/react-query';
import type { LearningProgress, ModuleId } from '#contract/learning.ts';
import { readApi, sendApi } from '../lib/api-client.ts';

/** Modules completed on this page that the server does not know of yet. */
const unsaved = new Set<ModuleId>();

/** Remembers a module as completed for as long as the page lives. */
export function rememberCompleted(moduleId: ModuleId): void {
  unsaved.add(moduleId);
}

/** What only this page knows: all of a visitor's progress, or what is not saved yet. */
export const visitProgressQuery = () =>
  queryOptions({
    queryKey: ['learning', 'visit'],
    queryFn: () => [...unsaved],
    initialData: () => [...unsaved],
  });

/** The user's progress. Saves first what only this page knows. */
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
