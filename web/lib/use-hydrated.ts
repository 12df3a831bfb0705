import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** False on the server and during hydration, then true: for what only the reader's device knows. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
