import type { Headline } from './queries.ts';

/** The chosen filter. Null for none. */
export type NewsFilter = { readonly kind: 'topic' | 'source'; readonly name: string } | null;

/** The headlines that match a filter. */
export function filterNews(news: readonly Headline[], filter: NewsFilter): readonly Headline[] {
  if (filter === null) return news;
  const { kind, name } = filter;
  if (kind === 'source') return news.filter(({ source }) => source === name);
  return news.filter(({ topics, categories }) => topics.includes(name) || categories.includes(name));
}

/** Choosing the current filter again clears it. */
export function toggleFilter(current: NewsFilter, chosen: NonNullable<NewsFilter>): NewsFilter {
  return current?.kind === chosen.kind && current.name === chosen.name ? null : chosen;
}

/** Reads the filter from search parameters. */
export function readFilter(search: URLSearchParams): NewsFilter {
  const [topic, source] = [search.get('topic'), search.get('source')];
  if (topic) return { kind: 'topic', name: topic };
  return source ? { kind: 'source', name: source } : null;
}

/** The filter as search parameters. */
export function writeFilter(filter: NewsFilter): Record<string, string> {
  return filter === null ? {} : { [filter.kind]: filter.name };
}

/** The sources with the most headlines, and their counts. */
export function listPopularSources(
  news: readonly Headline[],
  maxSources: number,
): { readonly name: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { source } of news) counts.set(source, (counts.get(source) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, maxSources);
}
