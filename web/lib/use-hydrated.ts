import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** False while the server renders and during hydration, true from then on: for what only the reader's device knows. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
