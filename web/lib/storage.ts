/** Every key this site keeps in the browser. */
export const storageKeys = {
  theme: 'crypto-theme',
  token: 'authToken',
  unproven: 'altimeter:unproven',
  paid: 'altimeter:paid',
  live: 'altimeter:live',
  scroll: 'altimeter:scroll',
  star: 'altimeter:star',
  leadPopup: 'altimeter:lead-popup',
  visits: 'altimeter:visits',
  offerClosed: 'altimeter:offer-closed',
  closedAds: 'altimeter:closed-ads',
} as const;

/** A stored text, or null where there is none or the browser keeps nothing. */
export function readStored(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text; where the browser keeps nothing, the page works on without it. */
export function writeStored(storage: () => Storage, key: string, value: string): void {
  try {
    storage().setItem(key, value);
  } catch {
    // Private windows and full disks refuse; nothing that matters is lost.
  }
}

/** Forgets a text. */
export function removeStored(storage: () => Storage, key: string): void {
  try {
    storage().removeItem(key);
  } catch {
    // Where the browser keeps nothing, there is nothing to forget.
  }
}
