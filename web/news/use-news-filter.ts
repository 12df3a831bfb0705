import { useSearchParams } from '#web/lib/router/search-params.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { type NewsFilter, readFilter, toggleFilter, writeFilter } from './news-filter.ts';

/**
 * The filter in the URL, and a way to change it. The server renders all headlines, because it ignores search
 * parameters.
 */
export function useNewsFilter() {
  const [search, setSearch] = useSearchParams();
  const filter = useHydrated() ? readFilter(search) : null;
  const set = (next: NewsFilter) => setSearch(writeFilter(next), { replace: true });
  return {
    filter,
    choose: (chosen: NonNullable<NewsFilter>) => set(toggleFilter(filter, chosen)),
    clear: () => set(null),
  };
}
