import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ImportFormats, ImportPage, Imports } from '#contract/ledger/imports.ts';
import { readApi } from '#web/lib/api-client.ts';
import { portfolioPath, portfoliosKey } from '../queries.ts';

const freshMs = 30_000;
const formatsFreshMs = 60 * 60_000;
/** How often to poll an import that is still being read. */
const pollEveryMs = 1000;
const pageLength = 50;

/** The API path of an import. */
export const importPath = (id: string) => `/api/imports/${encodeURIComponent(id)}`;
/** The API path of a portfolio's imports. */
export const importsPath = (portfolioId: string) => `${portfolioPath(portfolioId)}/imports`;

/** The supported formats, and where to find each one's file. */
export const formatsQuery = () =>
  queryOptions({
    queryKey: ['import-formats'],
    queryFn: ({ signal }) => readApi<ImportFormats>('/api/import-formats', signal),
    staleTime: formatsFreshMs,
  });

/** The imports of a portfolio, newest first. */
export const importsQuery = (portfolioId: string) =>
  queryOptions({
    queryKey: [...portfoliosKey, portfolioId, 'imports'],
    queryFn: ({ signal }) => readApi<Imports>(importsPath(portfolioId), signal),
    staleTime: freshMs,
  });

/** An import with its transactions, page by page. */
export const importQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...portfoliosKey, 'import', id],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === '' ? '' : `&cursor=${encodeURIComponent(pageParam)}`;
      return readApi<ImportPage>(`${importPath(id)}?limit=${pageLength}${cursor}`, signal);
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: freshMs,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.state === 'reading' ? pollEveryMs : false),
  });
