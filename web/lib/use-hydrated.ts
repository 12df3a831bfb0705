import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';

const subscribe = () => () => {};
const getNull = () => null;
const isNever = () => false;

/**
 * False on the server and during hydration, then true: for what only the reader's device knows. `isAsRendered`: asked in the
 * browser during hydration; where the device knows the same as the server, it is true at once, and nothing renders again.
 */
export function useHydrated(isAsRendered = isNever): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => typeof location === 'object' && isAsRendered(),
  );
}

/**
 * As `useHydrated`, but it turns true in a transition: rendered at once, a hundred logos or a chart would keep a slow phone
 * busy right after hydration. Not for what decides the meaning of a press: for a moment hydrated controls show the old
 * state.
 */
export function useAfterHydration(): boolean {
  const [markup] = useState(() => ({ isFromServer: false }));
  // React asks for the server's snapshot only on the server and while it hydrates this part of the page.
  useSyncExternalStore(subscribe, getNull, () => {
    markup.isFromServer = true;
    return null;
  });
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (markup.isFromServer) startTransition(() => setDone(true));
  }, [markup]);
  return isDone || !markup.isFromServer;
}
