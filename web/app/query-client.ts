import { QueryClient } from '@tanstack/react-query';

const defaults = {
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  networkMode: 'always',
} as const;

/**
 * The cache rules of every query that says nothing else: no retries, never stale by itself, no refetch on focus, and
 * without a connection they fail, so that the page says so, instead of waiting for one.
 * What failed on the server is not asked again while the page hydrates, so that both render the same.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { ...defaults, retryOnMount: false }, mutations: { networkMode: 'always' } },
  });
}

/** The first keys of queries that are the same for everyone. Whatever is not named here belongs to a user. */
const publicKeys = new Set<unknown>([
  'cryptocurrencies',
  'global',
  'status',
  'trending',
  'search',
  'news',
  'plans',
  'ads',
]);

/** Forgets everything that was fetched for a user, and what is being fetched. The market stays. */
export function forgetUserData(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => !publicKeys.has(queryKey[0]) });
}

/** After hydration: queries that failed on the server are asked once more, and later ones whenever a page shows them. */
export function retryFailedQueries(queryClient: QueryClient): void {
  queryClient.setDefaultOptions({ ...queryClient.getDefaultOptions(), queries: defaults });
  void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
}
