import type { WatchlistItem } from '#contract/watchlist.ts';
import type { CoinChoice } from './queries.ts';

/** A coin that is to be watched, or no longer. */
export interface WatchlistChange {
  readonly coin: CoinChoice;
  readonly isWatched: boolean;
}

/** The list as it will be, before the server has said so. */
export function applyChange(
  items: readonly WatchlistItem[],
  { coin, isWatched }: WatchlistChange,
): WatchlistItem[] {
  const isThere = items.some(({ coinId }) => coinId === coin.coinId);
  if (!isWatched) return items.filter(({ coinId }) => coinId !== coin.coinId);
  if (isThere) return [...items];
  return [...items, { ...pick(coin), id: coin.coinId, addedAt: new Date().toISOString() }];
}

/**
 * Takes back what `applyChange` did to one coin, and nothing of what was changed since: a removed coin goes back to its
 * place. `before` is the list from before the change.
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

function pick({ coinId, symbol, name }: CoinChoice): CoinChoice {
  return { coinId, symbol, name };
}
