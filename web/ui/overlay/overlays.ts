import { useSyncExternalStore } from 'react';

/*
 * Which dialog, sheet or popover stands open. There is one at most: opening one closes the other.
 */
const listeners = new Set<() => void>();
let open: string | null = null;

/** Loads an overlay ahead of its use, by name; set by whoever renders overlays. */
let prepare: (name: string) => void = () => {};

export function setOverlayLoader(load: (name: string) => void): void {
  prepare = load;
}

/** Starts loading an overlay that is likely to be opened next. */
export function prepareOverlay(name: string): void {
  prepare(name);
}

/** Opens an overlay by its name; null closes whatever is open. */
export function openOverlay(name: string | null): void {
  if (open === name) return;
  open = name;
  if (name !== null) prepare(name);
  for (const listener of listeners) listener();
}

/** Closes the overlay of that name, and leaves any other alone. */
export function closeOverlay(name: string): void {
  if (open === name) openOverlay(null);
}

/** The name of the open overlay, or null. */
export function useOverlay(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => open,
    () => null,
  );
}

/** Whether any overlay is open. */
export function hasOverlay(): boolean {
  return open !== null;
}

/** Calls `act` once no overlay is open, at once where none is; never after `signal`. */
export function whenNoOverlay(act: () => void, signal: AbortSignal): void {
  if (signal.aborted) return;
  if (open === null) {
    act();
    return;
  }
  const stop = subscribe(() => {
    if (open !== null && !signal.aborted) return;
    stop();
    if (!signal.aborted) act();
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
