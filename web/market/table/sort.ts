import type { MarketRow } from '../queries.ts';

export const sortKeys = ['rank', 'name', 'price', 'change', 'marketCap', 'hour', 'volume', 'week'] as const;
export type SortKey = (typeof sortKeys)[number];
export type SortDirection = 'ascending' | 'descending';
export interface MarketSort {
  readonly key: SortKey;
  readonly direction: SortDirection;
}

/** The initial sort is by rank. */
export const initialSort: MarketSort = { key: 'rank', direction: 'ascending' };

/**
 * The sort after a column header is pressed. The active column reverses. Any other starts descending, except rank,
 * which starts ascending.
 */
export function nextSort(sort: MarketSort, key: SortKey): MarketSort {
  if (sort.key !== key) return { key, direction: key === 'rank' ? 'ascending' : 'descending' };
  return { key, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' };
}

/** A sort for the URL: its key, with a minus before it if descending. */
export function writeSort({ key, direction }: MarketSort): string {
  return direction === 'ascending' ? key : `-${key}`;
}

/** Undoes `writeSort`; null for anything else. */
export function readSort(text: string): MarketSort | null {
  const key = sortKeys.find((candidate) => candidate === text.replace(/^-/, ''));
  return key ? { key, direction: text.startsWith('-') ? 'descending' : 'ascending' } : null;
}

/** Stands in for a missing rank. */
const missingRank = 9999;
const names = new Intl.Collator('en', { sensitivity: 'base' });

const numberOr = (value: number | null, fallback: number) =>
  Number.isFinite(value) ? Number(value) : fallback;

const comparers: Record<SortKey, (a: MarketRow, b: MarketRow) => number> = {
  rank: (a, b) => numberOr(a.market_cap_rank, missingRank) - numberOr(b.market_cap_rank, missingRank),
  name: (a, b) => names.compare(a.name, b.name),
  price: (a, b) => numberOr(a.current_price, 0) - numberOr(b.current_price, 0),
  change: (a, b) => numberOr(a.price_change_percentage_24h, 0) - numberOr(b.price_change_percentage_24h, 0),
  marketCap: (a, b) => numberOr(a.market_cap, 0) - numberOr(b.market_cap, 0),
  hour: (a, b) => numberOr(a.change1h, 0) - numberOr(b.change1h, 0),
  volume: (a, b) => numberOr(a.total_volume, 0) - numberOr(b.total_volume, 0),
  week: (a, b) => numberOr(a.change7d, 0) - numberOr(b.change7d, 0),
};

/** Sorts rows. Equal ones keep their order. A missing figure counts as 0, a missing rank as the last. */
export function sortRows(rows: readonly MarketRow[], { key, direction }: MarketSort): MarketRow[] {
  const compare = comparers[key];
  return rows.toSorted(direction === 'ascending' ? compare : (a, b) => compare(b, a));
}
