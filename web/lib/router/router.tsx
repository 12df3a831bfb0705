import { type ReactNode, startTransition, useCallback, useLayoutEffect, useState } from 'react';
import { browserLocation } from './browser-location.ts';
import { type Navigate, NavigateContext } from './navigate.ts';
import { LocationContext } from './page-location.ts';

/** Follows the address bar. The previous page stays until the next one is loaded. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(() => browserLocation.read(true));
  const navigate = useCallback<Navigate>((to, options = {}) => {
    browserLocation.write(to, options);
    startTransition(() => setLocation(browserLocation.read(false)));
  }, []);
  useLayoutEffect(() => {
    const follow = () => startTransition(() => setLocation(browserLocation.read(true)));
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  return (
    <NavigateContext value={navigate}>
      <LocationContext value={location}>{children}</LocationContext>
    </NavigateContext>
  );
}

const navigateNowhere: Navigate = (to) => {
  throw new Error(`The server renders one page; it cannot go to ${to}.`);
};

/** A fixed location, for the server and tests. */
export function StaticRouter({ path, children }: { path: string; children: ReactNode }) {
  const { pathname, search, hash } = new URL(`http://localhost${path}`);
  const location = { pathname, search, hash, state: null, key: 'default', isReturn: true };
  return (
    <NavigateContext value={navigateNowhere}>
      <LocationContext value={location}>{children}</LocationContext>
    </NavigateContext>
  );
}
