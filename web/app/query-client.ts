import { QueryClient } from '@tanstack/react-query';

const defaults = {
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  networkMode: 'always',
} as const;

/**
 * Query defaults: no retries, never stale, no refetch on focus. Without a connection, queries fail instead of waiting,
 * so that the page can say so. Queries that failed on the server are not refetched during hydration, so that server and
 * browser render the same. A mutation is dropped with its component, because its answer may contain a secret.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { ...defaults, retryOnMount: false },
      mutations: { networkMode: 'always', gcTime: 0 },
    },
  });
}

/** The first elements of the keys of public queries. All others belong to a user. */
const publicKeys = new Set<unknown>([
  'cryptocurrencies',
  'global',
  'status',
  'trending',
  'search',
  'news',
  'plans',
  'currency',
  'rates',
  'ads',
]);

/** Removes everything fetched or being fetched for a user. Keeps public data. */
export function forgetUserData(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => !publicKeys.has(queryKey[0]) });
}

/** After hydration: refetches queries that failed on the server, and lets later failures retry on mount. */
export function retryFailedQueries(queryClient: QueryClient): void {
  queryClient.setDefaultOptions({ ...queryClient.getDefaultOptions(), queries: defaults });
  void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
}
