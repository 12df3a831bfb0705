import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { readStored, storageKeys, writeStored } from '../lib/storage.ts';

const session = () => sessionStorage;
/** How far each entry of the history was scrolled, by its place. */
let positions: Record<string, number> | undefined;
let pageViews = 0;

/** How often the page has changed since the site was loaded. */
export const countPageViews = () => pageViews;

/** What a browser does on a new page: top of the page and focus there; back and forward return to where one was. */
export function usePageChange(): void {
  const { key, pathname } = useLocation();
  // Every entry that the browser itself loaded has the same key.
  const place = `${key} ${pathname}`;
  const isReturn = useNavigationType() === 'POP';
  const shown = useRef<{ place: string; pathname: string } | null>(null);

  useLayoutEffect(() => {
    positions ??= readPositions();
    const before = shown.current;
    // Set before scrolling: the scroll's event must count for this entry, not for the one left.
    shown.current = { place, pathname };
    if (before?.pathname === pathname) return;
    const top = isReturn && (before || isLoadedAgain()) ? (positions[place] ?? 0) : 0;
    if (before) {
      pageViews++;
      document.getElementById('main')?.focus({ preventScroll: true });
    }
    if (before || (top > 0 && location.hash === '')) scrollTo({ top, behavior: 'instant' });
  }, [place, pathname, isReturn]);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const remember = () => {
      if (positions && shown.current) positions[shown.current.place] = scrollY;
    };
    const save = () => writeStored(session, storageKeys.scroll, JSON.stringify(positions ?? {}));
    addEventListener('scroll', remember, { passive: true });
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('scroll', remember);
      removeEventListener('pagehide', save);
    };
  }, []);
}

/** Whether the browser loaded a page where one had been before, and not one asked for anew. */
function isLoadedAgain(): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return load?.type === 'reload' || load?.type === 'back_forward';
}

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(readStored(session, storageKeys.scroll) ?? '{}');
  } catch {
    return {};
  }
}
