import { useSyncExternalStore } from 'react';
import { readStored, storageKeys, writeStored } from '../lib/storage.ts';

/*
 * The places of ads that were closed: they stay closed until the tab is. The page's inline script reads the same key
 * before the first paint.
 */
const session = () => sessionStorage;
const listeners = new Set<() => void>();
let places: string | undefined;

const read = () => (places ??= readStored(session, storageKeys.closedAds) ?? '');

/** Closes the ad of a place. */
export function closeAd(place: string): void {
  places = `${read()} ${place}`.trim();
  writeStored(session, storageKeys.closedAds, places);
  for (const listener of listeners) listener();
}

/** Whether the ad of a place was closed. Never so while hydrating: the page is the same for everyone. */
export function useIsClosed(place: string): boolean {
  const closed = useSyncExternalStore(subscribe, read, () => '');
  return closed.split(' ').includes(place);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
