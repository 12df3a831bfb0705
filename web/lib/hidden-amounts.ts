import { useSyncExternalStore } from 'react';
import { readStored, removeStored, storageKeys, writeStored } from './storage.ts';

/** What stands for a figure of the user while amounts are hidden: as wide whatever it hides. */
export const hiddenFigure = '••••';

const local = () => localStorage;
const listeners = new Set<() => void>();

/** Calls all that show amounts. */
function report(): void {
  known = undefined;
  for (const listener of listeners) listener();
}

/**
 * What is stored, while changes to it are followed: a list asks for it with each figure of each row, and reading the
 * storage takes longer than drawing the row.
 */
let known: boolean | undefined;

/** True while the user's amounts are hidden, on every page of this browser. */
function areAmountsHidden(): boolean {
  if (listeners.size === 0) return readHidden();
  known ??= readHidden();
  return known;
}

const readHidden = () => readStored(local, storageKeys.hiddenAmounts) !== null;

/** Hides the user's amounts or shows them again; other tabs follow. */
export function toggleHiddenAmounts(): void {
  if (areAmountsHidden()) removeStored(local, storageKeys.hiddenAmounts);
  else writeStored(local, storageKeys.hiddenAmounts, 'yes');
  report();
}

function follow(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener('storage', onStorage);
    known = undefined;
  };
}

/** Another tab has changed it. */
function onStorage({ key }: StorageEvent): void {
  if (key === storageKeys.hiddenAmounts || key === null) report();
}

/** Whether amounts are hidden. Pages from the server have no amounts, so it says no until the page has hydrated. */
export function useAreAmountsHidden(): boolean {
  return useSyncExternalStore(follow, areAmountsHidden, () => false);
}
