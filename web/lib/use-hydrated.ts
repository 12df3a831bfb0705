import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';

const subscribe = () => () => {};
const getNull = () => null;
const isNever = () => false;

/**
 * False on the server and during hydration, then true. For content that depends on the reader's device. `isAsRendered`
 * is called in the browser during hydration: if it returns true, because the device would render the same as the
 * server, the result is true immediately and nothing renders again.
 */
export function useHydrated(isAsRendered = isNever): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => typeof location === 'object' && isAsRendered(),
  );
}

/**
 * Like `useHydrated`, but becomes true in a transition, because rendering a hundred logos or a chart synchronously
 * would keep a slow phone busy right after hydration. Not for controls whose action depends on it, because hydrated
 * controls show the old state for a moment.
 */
export function useAfterHydration(): boolean {
  const [markup] = useState(() => ({ isFromServer: false }));
  // React reads the server snapshot only on the server and while it hydrates this part of the page.
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
