import type { WatchlistItem } from '#contract/watchlist.ts';
import type { CoinChoice } from './queries.ts';

/** A coin to add or remove. */
export interface WatchlistChange {
  /** With `addedAt`, a removed coin returns to its former position. */
  readonly coin: CoinChoice & Partial<Pick<WatchlistItem, 'addedAt'>>;
  readonly isWatched: boolean;
}

/** The list as it will be once the server has accepted the change. */
export function applyChange(
  items: readonly WatchlistItem[],
  { coin, isWatched }: WatchlistChange,
): WatchlistItem[] {
  const isThere = items.some(({ coinId }) => coinId === coin.coinId);
  if (!isWatched) return items.filter(({ coinId }) => coinId !== coin.coinId);
  if (isThere) return [...items];
  const { coinId, symbol, name, addedAt = new Date().toISOString() } = coin;
  const next = items.findIndex((item) => Date.parse(item.addedAt) > Date.parse(addedAt));
  return items.toSpliced(next < 0 ? items.length : next, 0, { id: coinId, coinId, symbol, name, addedAt });
}

/**
 * Rolls back what `applyChange` did to one coin, and no later changes. A removed coin returns to its position.
 * `before`: the list from before the change.
 */
export function revertChange(
  items: readonly WatchlistItem[],
  { coin, isWatched }: WatchlistChange,
  before: readonly WatchlistItem[],
): WatchlistItem[] {
  const isOther = (item: WatchlistItem) => item.coinId !== coin.coinId;
  const place = before.findIndex((item) => !isOther(item));
  const others = items.filter(isOther);
  if (place < 0) return isWatched ? others : [...items];
  return others.toSpliced(place, 0, before[place]!);
}
