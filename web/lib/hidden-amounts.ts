import { useSyncExternalStore } from 'react';
import { readStored, removeStored, storageKeys, writeStored } from './storage.ts';

/** Replaces the user's figures while amounts are hidden. It has a fixed width, so as not to reveal their size. */
export const hiddenFigure = '••••';

const local = () => localStorage;
const listeners = new Set<() => void>();

/** Notifies everything that shows amounts. */
function notify(): void {
  cached = undefined;
  for (const listener of listeners) listener();
}

/**
 * The stored setting, cached while there are listeners. A list reads it for each figure of each row, and reading the
 * storage would take longer than rendering the row.
 */
let cached: boolean | undefined;

/** Whether the user's amounts are hidden. Applies to all pages in this browser. */
function areAmountsHidden(): boolean {
  if (listeners.size === 0) return readHidden();
  cached ??= readHidden();
  return cached;
}

const readHidden = () => readStored(local, storageKeys.hiddenAmounts) !== null;

/** Hides the user's amounts or shows them again; other tabs follow. */
export function toggleHiddenAmounts(): void {
  if (areAmountsHidden()) removeStored(local, storageKeys.hiddenAmounts);
  else writeStored(local, storageKeys.hiddenAmounts, 'yes');
  notify();
}

function follow(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener('storage', onStorage);
    cached = undefined;
  };
}

/** Handles a change by another tab. */
function onStorage({ key }: StorageEvent): void {
  if (key === storageKeys.hiddenAmounts || key === null) notify();
}

/** Whether amounts are hidden. False until hydration, because server-rendered pages contain no amounts. */
export function useAreAmountsHidden(): boolean {
  return useSyncExternalStore(follow, areAmountsHidden, () => false);
}
