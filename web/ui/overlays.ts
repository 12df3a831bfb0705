import { useSyncExternalStore } from 'react';

/*
 * Which dialog, sheet or popover stands open. There is one at most: opening one closes the other.
 */
const listeners = new Set<() => void>();
let open: string | null = null;

/** Opens an overlay by its name; null closes whatever is open. */
export function openOverlay(name: string | null): void {
  if (open === name) return;
  open = name;
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

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
