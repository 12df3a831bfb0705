import { queryOptions } from '@tanstack/react-query';
import type { Status } from '#contract/market.ts';
import type { Article, News, TrendingTopic } from '#contract/news.ts';
import { type ApiReader, readApi } from '#web/lib/api-client.ts';

const minute = 60_000;

/** Only the displayed fields of an article, because they are embedded in the page. */
export type Headline = Pick<
  Article,
  'id' | 'title' | 'summary' | 'url' | 'published_at' | 'categories' | 'topics'
> & { readonly source: string };

/** Headlines, and how fresh they were when fetched: a list that stays open ages. */
export interface NewsList {
  /** When a source last answered. Null if none has, or if it is not known. */
  readonly asOf: string | null;
  readonly headlines: readonly Headline[];
}

const toHeadline = (article: Article): Headline => ({
  id: article.id,
  title: article.title,
  summary: article.summary,
  url: article.url,
  published_at: article.published_at,
  categories: article.categories,
  topics: article.topics,
  source: article.source.name,
});

/** Fetched once per visit: headlines must not move while you read them. */
const noRefetch = { refetchOnMount: false, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

/** How often to refetch while there is no news yet. */
const emptyRetry = minute / 2;

async function readHeadlines(path: string, read: ApiReader, signal: AbortSignal): Promise<Headline[]> {
  try {
    return (await read<News>(path, signal)).data.map(toHeadline);
  } catch (cause) {
    throw new Error('Failed to fetch news', { cause });
  }
}

async function readList(read: ApiReader, signal: AbortSignal): Promise<NewsList> {
  // First, so that the list is never older than its stated age.
  const status = await read<Status>('/api/status', signal).catch(() => null);
  return { asOf: status?.news.asOf ?? null, headlines: await readHeadlines('/api/news', read, signal) };
}

/** The newest headlines. */
export const newsQuery = (read: ApiReader = readApi) =>
  queryOptions({
    queryKey: ['news'],
    queryFn: ({ signal }) => readList(read, signal),
    staleTime: 5 * minute,
    gcTime: 10 * minute,
    refetchInterval: ({ state }) => (state.data?.headlines.length === 0 ? emptyRetry : false),
    ...noRefetch,
  });

/** The newest headlines that name a coin. */
export const coinNewsQuery = (coinId: string, count: number, read: ApiReader = readApi) =>
  queryOptions({
    queryKey: ['news', 'coin', coinId],
    queryFn: ({ signal }) =>
      readHeadlines(`/api/news?coin=${encodeURIComponent(coinId)}&per_page=${count}`, read, signal),
    staleTime: 5 * minute,
    gcTime: 10 * minute,
    ...noRefetch,
  });

/** The topics of the news, with their change. */
export const topicsQuery = (read: ApiReader = readApi) =>
  queryOptions({
    queryKey: ['news', 'topics'],
    queryFn: async ({ signal }) => {
      try {
        return await read<TrendingTopic[]>('/api/news/trending-topics', signal);
      } catch (cause) {
        throw new Error('Failed to fetch trending topics', { cause });
      }
    },
    staleTime: 10 * minute,
    gcTime: 20 * minute,
    ...noRefetch,
  });
