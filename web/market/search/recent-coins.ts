import { useSyncExternalStore } from 'react';
import { readStored, removeStored, storageKeys, writeStored } from '#web/lib/storage.ts';
import type { CoinMatch } from './search-matches.ts';

/** A coin whose page was opened in this browser. */
export type RecentCoin = Pick<CoinMatch, 'id' | 'name' | 'symbol'>;

const maxRecent = 5;
const none: readonly RecentCoin[] = [];
const local = () => localStorage;
const listeners = new Set<() => void>();
let cached: { readonly text: string | null; readonly coins: readonly RecentCoin[] } = {
  text: null,
  coins: none,
};

function isRecentCoin(value: unknown): value is RecentCoin {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['id', 'name', 'symbol'].every((key) => typeof (value as Record<string, unknown>)[key] === 'string')
  );
}

/** The coins of a stored text; none if it is unreadable. */
export function parseRecent(text: string | null): readonly RecentCoin[] {
  if (text === null) return none;
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored.filter(isRecentCoin).slice(0, maxRecent) : none;
  } catch {
    return none;
  }
}

/** Returns the same array until another coin is opened. */
function listRecent(): readonly RecentCoin[] {
  const text = readStored(local, storageKeys.recentCoins);
  if (text !== cached.text) cached = { text, coins: parseRecent(text) };
  return cached.coins;
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** Puts a coin first in the list. */
export function addRecent({ id, name, symbol }: RecentCoin): void {
  const others = listRecent().filter((coin) => coin.id !== id);
  const coins = [{ id, name, symbol }, ...others].slice(0, maxRecent);
  writeStored(local, storageKeys.recentCoins, JSON.stringify(coins));
  notifyListeners();
}

/** Removes all recent coins. */
export function removeRecent(): void {
  removeStored(local, storageKeys.recentCoins);
  notifyListeners();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The coins most recently opened in this browser, newest first. */
export function useRecentCoins(): readonly RecentCoin[] {
  return useSyncExternalStore(subscribe, listRecent, () => none);
}
