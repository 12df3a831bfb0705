import { useSyncExternalStore } from 'react';
import { readStored, removeStored, storageKeys, writeStored } from './storage.ts';

/** What stands for a figure of the user while amounts are hidden: as wide whatever it hides. */
export const hiddenFigure = '••••';

const local = () => localStorage;
const listeners = new Set<() => void>();

/** Calls all that show amounts. */
function report(): void {
  for (const listener of listeners) listener();
}

/** True while the user's amounts are hidden, on every page of this browser. */
function areAmountsHidden(): boolean {
  return readStored(local, storageKeys.hiddenAmounts) !== null;
}

/** Hides the user's amounts or shows them again; other tabs follow. */
export function toggleHiddenAmounts(): void {
  if (areAmountsHidden()) removeStored(local, storageKeys.hiddenAmounts);
  else writeStored(local, storageKeys.hiddenAmounts, 'yes');
  report();
}

function follow(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === storageKeys.hiddenAmounts || key === null) listener();
  };
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}

/** Whether amounts are hidden. Pages from the server have no amounts, so it says no until the page has hydrated. */
export function useAreAmountsHidden(): boolean {
  return useSyncExternalStore(follow, areAmountsHidden, () => false);
}
