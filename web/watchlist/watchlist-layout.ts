import { useSyncExternalStore } from 'react';
import { readStored, removeStored, storageKeys, writeStored } from '#web/lib/storage.ts';

/** How the watchlist is shown. Cards are the default. */
export type WatchlistLayout = 'cards' | 'list';

const local = () => localStorage;
const listeners = new Set<() => void>();

function readLayout(): WatchlistLayout {
  return readStored(local, storageKeys.watchlistLayout) === 'list' ? 'list' : 'cards';
}

/** Sets the layout for this browser, including other tabs. */
export function setWatchlistLayout(layout: WatchlistLayout): void {
  if (layout === 'cards') removeStored(local, storageKeys.watchlistLayout);
  else writeStored(local, storageKeys.watchlistLayout, layout);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === storageKeys.watchlistLayout || key === null) listener();
  };
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}

/** The chosen layout. The server doesn't know it, so it is cards until hydration. */
export function useWatchlistLayout(): WatchlistLayout {
  return useSyncExternalStore<WatchlistLayout>(subscribe, readLayout, () => 'cards');
}
