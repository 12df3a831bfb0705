import type { CoinId } from '#contract/units.ts';
import { changeVariant } from '#web/lib/formats.ts';
import type { MarketRow } from '../queries.ts';
import { initialSort, type MarketSort } from './sort.ts';

/** The tabs, which choose the coins that the table shows. */
export const marketTabs = ['all', 'watchlist', 'gainers', 'losers'] as const;
export type MarketTab = (typeof marketTabs)[number];

export const tabLabels: Readonly<Record<MarketTab, string>> = {
  all: 'All',
  watchlist: 'Watchlist',
  gainers: 'Gainers',
  losers: 'Losers',
};

/** The tab of that name; all coins for any other name. */
export function readTab(text: string): MarketTab {
  return marketTabs.find((tab) => tab === text) ?? 'all';
}

/** The default sort of a tab. */
export function defaultSort(tab: MarketTab): MarketSort {
  if (tab === 'gainers') return { key: 'change', direction: 'descending' };
  if (tab === 'losers') return { key: 'change', direction: 'ascending' };
  return initialSort;
}

/** The rows of a tab. A change that shows as zero is neither gain nor loss. */
export function filterTab(
  rows: readonly MarketRow[],
  tab: MarketTab,
  watchedIds: ReadonlySet<CoinId>,
): readonly MarketRow[] {
  if (tab === 'all') return rows;
  if (tab === 'watchlist') return rows.filter(({ id }) => watchedIds.has(id));
  const variant = tab === 'gainers' ? 'default' : 'destructive';
  return rows.filter((row) => changeVariant(row.price_change_percentage_24h) === variant);
}
