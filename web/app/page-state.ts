import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** What the server found out while it rendered a page, as the browser takes it over; embedded in the page as JSON. */
export interface PageState {
  /** When the data was fetched upstream (ms). The server's own clock is left out: the same data gives the same bytes. */
  readonly at: number;
  readonly data: readonly (readonly [QueryKey, unknown])[];
  /** Queries that failed, with their message. */
  readonly errors: readonly (readonly [QueryKey, string])[];
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
      state.data === undefined && state.error ? [[queryKey, state.error.message]] : [],
    ),
  };
}

/** Puts the server's queries into the browser's cache, so that the first render finds what the server found. */
export function restoreQueries(queryClient: QueryClient, state: PageState): void {
  for (const [key, data] of state.data) queryClient.setQueryData(key, data, { updatedAt: state.at });
  for (const [queryKey, message] of state.errors) {
    queryClient
      .getQueryCache()
      .build(queryClient, { queryKey })
      .setState({
        status: 'error',
        error: new Error(message),
        errorUpdatedAt: state.at,
        errorUpdateCount: 1,
      });
  }
}
