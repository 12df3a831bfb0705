import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { type DehydratedError, dehydrateError, hydrateError } from '../lib/errors.ts';

/** The data of a rendered page, embedded in it as JSON for the browser to take over. */
export interface PageState {
  /** When the data was fetched upstream (ms). Not the server's clock: the same data must give the same bytes. */
  readonly at: number;
  readonly data: readonly (readonly [QueryKey, unknown])[];
  /** Queries that failed, and why. */
  readonly errors: readonly (readonly [QueryKey, DehydratedError])[];
  readonly mail: string;
  /** Whether mails stay in the local inbox. */
  readonly inbox: boolean;
  /** Whether there are advertisements. */
  readonly ads: boolean;
  /** The path for which nothing was found. */
  readonly missing?: string;
}

/** Reads the queries of a rendered page. */
export function collectQueries(queryClient: QueryClient): Pick<PageState, 'data' | 'errors'> {
  const queries = queryClient.getQueryCache().getAll();
  return {
    data: queries.flatMap(({ queryKey, state }) =>
      state.data === undefined ? [] : [[queryKey, state.data]],
    ),
    errors: queries.flatMap(({ queryKey, state }) =>
      state.data === undefined && state.error ? [[queryKey, dehydrateError(state.error)]] : [],
    ),
  };
}

/** Puts the server's queries into the browser's cache, so that hydration renders the same page. */
export function restoreQueries(queryClient: QueryClient, state: PageState): void {
  for (const [key, data] of state.data) queryClient.setQueryData(key, data, { updatedAt: state.at });
  for (const [queryKey, error] of state.errors) {
    queryClient
      .getQueryCache()
      .build(queryClient, { queryKey })
      .setState({
        status: 'error',
        error: hydrateError(error),
        errorUpdatedAt: state.at,
        errorUpdateCount: 1,
      });
  }
}
