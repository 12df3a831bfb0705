/** Every key that this site stores in the browser. */
export const storageKeys = {
  theme: 'crypto-theme',
  token: 'authToken',
  unverified: 'altimeter:unverified',
  paid: 'altimeter:paid',
  live: 'altimeter:live',
  columns: 'altimeter:columns',
  rows: 'altimeter:rows',
  hiddenAmounts: 'altimeter:hidden-amounts',
  recentCoins: 'altimeter:recent-coins',
  scroll: 'altimeter:scroll',
  star: 'altimeter:star',
  watchlistLayout: 'altimeter:watchlist-layout',
  leadPopup: 'altimeter:lead-popup',
  visits: 'altimeter:visits',
  offerClosed: 'altimeter:offer-closed',
  closedAds: 'altimeter:closed-ads',
  inboxKey: 'altimeter:inbox-key',
  tax: 'altimeter:tax',
  importMapping: 'altimeter:import-mapping',
} as const;

/** A stored text; null if there is none or storage is unavailable. */
export function readStored(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text if the browser allows it. */
export function writeStored(storage: () => Storage, key: string, value: string): void {
  try {
    storage().setItem(key, value);
  } catch {
    // Storage may be disabled or full; the page works without it.
  }
}

/** Removes a text. */
export function removeStored(storage: () => Storage, key: string): void {
  try {
    storage().removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
}
