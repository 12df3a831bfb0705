import { queryOptions } from '@tanstack/react-query';
import type { LearningProgress, ModuleId } from '#contract/learning.ts';
import { readApi, sendApi } from '../lib/api-client.ts';

/** What was completed in this page and is kept nowhere else yet. */
const unsaved = new Set<ModuleId>();

/** Remembers a module as completed for as long as the page lives. */
export function rememberCompleted(moduleId: ModuleId): void {
  unsaved.add(moduleId);
}

/** What only this page remembers: all of a visitor's progress, or what the server could not be told yet. */
export const visitProgressQuery = () =>
  queryOptions({
    queryKey: ['learning', 'visit'],
    queryFn: () => [...unsaved],
    initialData: () => [...unsaved],
  });

/** The progress of who is signed in. What the page remembers is handed to the server first. */
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
