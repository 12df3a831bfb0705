import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ModuleId } from '#contract/learning.ts';
import { accountProgressQuery, rememberCompleted, visitProgressQuery } from './queries.ts';

/** Where progress is stored: in the account, or only in this page. */
export type ProgressStorage = 'account' | 'visit';

export interface Progress {
  readonly completed: ReadonlySet<ModuleId>;
  readonly isLoading: boolean;
  /** Whether progress could not be loaded or saved. Nothing is lost while the page stays open. */
  readonly hasFailed: boolean;
  complete(moduleId: ModuleId): void;
  retry(): void;
}

/**
 * The completed modules, and a way to complete more. `isWaiting` is true until it is known whether the visitor is
 * signed in.
 */
export function useProgress(storage: ProgressStorage, isWaiting: boolean): Progress {
  const client = useQueryClient();
  const isInAccount = storage === 'account';
  const visit = useQuery(visitProgressQuery());
  const account = useQuery({ ...accountProgressQuery(), enabled: isInAccount && !isWaiting });
  return {
    completed: new Set([...(isInAccount ? (account.data?.completed ?? []) : []), ...visit.data]),
    isLoading: isInAccount && account.isPending,
    hasFailed: isInAccount && account.isError,
    complete(moduleId) {
      rememberCompleted(moduleId);
      void client.invalidateQueries({ queryKey: ['learning'] });
    },
    retry: () => void account.refetch(),
  };
}
