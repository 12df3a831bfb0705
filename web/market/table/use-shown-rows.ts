import { useDeferredValue, useMemo } from 'react';
import type { CoinId } from '#contract/units.ts';
import { useUrlText } from '#web/lib/form/use-url-text.ts';
import type { CoinList, MarketRow } from '../queries.ts';
import { filterRows } from './filter.ts';
import { defaultSort, filterTab, type MarketTab, readTab } from './market-tab.ts';
import { type MarketSort, nextSort, readSort, type SortKey, sortRows, writeSort } from './sort.ts';

export interface ShownRows {
  readonly rows: readonly MarketRow[];
  readonly tab: MarketTab;
  readonly sort: MarketSort;
  readonly filter: string;
  /** The filter that `rows` match, which may lag behind `filter`. */
  readonly query: string;
  setTab(tab: MarketTab): void;
  sortBy(key: SortKey): void;
  setFilter(text: string): void;
}

/**
 * The rows for the tab, filter and sort in the URL. The rows update at low priority, so that typing stays responsive.
 */
export function useShownRows(list: CoinList | undefined, watchedIds: ReadonlySet<CoinId>): ShownRows {
  const [tabText, setTabText] = useUrlText('tab');
  const [sortText, setSortText] = useUrlText('sort');
  const [filter, setFilter] = useUrlText('filter');
  const query = useDeferredValue(filter);
  const tab = readTab(tabText);
  const sort = useMemo(() => readSort(sortText) ?? defaultSort(tab), [sortText, tab]);
  const rows = useMemo(
    () => sortRows(filterRows(filterTab(list?.rows ?? [], tab, watchedIds), query), sort),
    [list, tab, watchedIds, query, sort],
  );
  return {
    rows,
    tab,
    sort,
    filter,
    query,
    setTab: (next) => {
      setTabText(next === 'all' ? '' : next);
      setSortText('');
    },
    sortBy: (key) => {
      const next = writeSort(nextSort(sort, key));
      setSortText(next === writeSort(defaultSort(tab)) ? '' : next);
    },
    setFilter,
  };
}
