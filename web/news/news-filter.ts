import type { Headline } from './queries.ts';

/** What the list is narrowed to; null for nothing. */
export type NewsFilter = { readonly kind: 'topic' | 'source'; readonly name: string } | null;

/** The headlines that a filter lets through. */
export function filterNews(news: readonly Headline[], filter: NewsFilter): readonly Headline[] {
  if (filter === null) return news;
  const { kind, name } = filter;
  if (kind === 'source') return news.filter(({ source }) => source === name);
  return news.filter(({ topics, categories }) => topics.includes(name) || categories.includes(name));
}

/** Choosing what is chosen already clears it. */
export function toggleFilter(current: NewsFilter, chosen: NonNullable<NewsFilter>): NewsFilter {
  return current?.kind === chosen.kind && current.name === chosen.name ? null : chosen;
}

export function readFilter(search: URLSearchParams): NewsFilter {
  const [topic, source] = [search.get('topic'), search.get('source')];
  if (topic) return { kind: 'topic', name: topic };
  return source ? { kind: 'source', name: source } : null;
}

/** The filter as it stands in the address. */
export function writeFilter(filter: NewsFilter): Record<string, string> {
  return filter === null ? {} : { [filter.kind]: filter.name };
}

/** The sources with the most headlines, with how many they have. */
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
