import { useSyncExternalStore } from 'react';
import type { CurrentUser } from '#contract/accounts/accounts.ts';
import type { Milliseconds } from '#contract/units.ts';
import { readStored, removeStored, storageKeys, writeStored } from '#web/lib/storage.ts';
import { useAfterHydration } from '#web/lib/use-hydrated.ts';

/*
 * The bearer token of this browser. It is in localStorage, so that all tabs share it; the `storage` event notifies
 * other tabs of each change.
 */
const local = () => localStorage;
const listeners = new Set<() => void>();
/** Used if the browser has no storage. Such a session ends with the page. */
let unstored: string | null = null;
/** The token that the server refused last. It is ignored even while it is still stored. */
let refused: string | null = null;
/** How long a refused token stays stored. */
const refusedMs: Milliseconds = 1000;

/** A token's claims; null if its middle segment is not JSON. */
function readPayload(token: string | null): { exp?: unknown; sub?: unknown } | null {
  try {
    const segment = token?.split('.')[1] ?? '';
    return JSON.parse(atob(segment.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return null;
  }
}

/** Whether a token may be accepted: it exists, its middle segment is JSON, and it expires after `now` (ms). */
export function isValidToken(token: string | null, now: number): token is string {
  const exp = readPayload(token)?.exp;
  return typeof exp === 'number' && exp * 1000 > now;
}

/** Whether two tokens belong to the same user. */
export function isSameUser(one: string | null, other: string | null): boolean {
  const user = readPayload(one)?.sub;
  return user !== undefined && user === readPayload(other)?.sub;
}

/** The stored token, or null if there is no valid one. */
export function getToken(): string | null {
  const token = readStored(local, storageKeys.token) ?? unstored;
  return token !== refused && isValidToken(token, Date.now()) ? token : null;
}

/** Starts a session in all tabs. */
export function storeToken(token: string): void {
  refused = null;
  writeStored(local, storageKeys.token, token);
  unstored = readStored(local, storageKeys.token) === token ? null : token;
  notifyListeners();
}

/** Ends the session in all tabs. */
export function dropToken(): void {
  removeStored(local, storageKeys.token);
  rememberUser(null);
  unstored = null;
  notifyListeners();
}

/**
 * Ends the session if `token`, which the server has refused, is still the current one: immediately in this tab, and a
 * moment later in all tabs. The delay is needed because a tab sees changes by other tabs a little late: removing the
 * token immediately could remove a newer one, just stored by a sign-in in another tab.
 */
export function refuseToken(token: string): void {
  if (getToken() !== token) return;
  refused = token;
  rememberUser(null);
  notifyListeners();
  setTimeout(() => {
    if ((readStored(local, storageKeys.token) ?? unstored) === token) dropToken();
  }, refusedMs);
}

/** Removes an invalid token from the storage. */
export function dropInvalidToken(): void {
  const token = readStored(local, storageKeys.token);
  if (token === null) rememberUser(null);
  else if (!isValidToken(token, Date.now())) dropToken();
}

/**
 * Stores what the site needs when it is loaded again, before its user is known: whether to reserve room for the
 * verification banner and for ads.
 */
export function rememberUser(user: Pick<CurrentUser, 'verified' | 'subscriptionTier'> | null): void {
  const tier = user?.subscriptionTier;
  mark('unverified', user?.verified === false && '1');
  // Stores the plan and not just a flag, so that other tabs notice every change.
  mark('paid', tier !== 'free' && tier);
}

function mark(name: 'unverified' | 'paid', value: string | false | undefined): void {
  if (value) writeStored(local, storageKeys[name], value);
  else removeStored(local, storageKeys[name]);
  document.documentElement.toggleAttribute(`data-${name}`, Boolean(value));
}

/** Calls back after each change by any tab, with the new and the previous token. Returns a function that stops it. */
export function watchToken(onChange: (token: string | null, previous: string | null) => void): () => void {
  let known = getToken();
  const listen = () => {
    const token = getToken();
    if (token === known) return;
    const previous = known;
    known = token;
    onChange(token, previous);
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKeys.token || event.key === null) notifyListeners();
  };
  listeners.add(listen);
  addEventListener('storage', onStorage);
  // A page restored from the back/forward cache has missed earlier changes.
  addEventListener('pageshow', notifyListeners);
  return () => {
    listeners.delete(listen);
    removeEventListener('storage', onStorage);
    removeEventListener('pageshow', notifyListeners);
  };
}

/**
 * The token, for rendering. Undefined on the server and until a transition after hydration, because otherwise half of
 * the page would synchronously render again. Event handlers must use `getToken`, which is current.
 */
export function useToken(): string | null | undefined {
  const token = useSyncExternalStore(subscribe, getToken, getToken);
  return useAfterHydration() ? token : undefined;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
