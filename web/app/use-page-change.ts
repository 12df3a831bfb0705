import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from '#web/lib/router/page-location.ts';
import { readStored, storageKeys, writeStored } from '#web/lib/storage.ts';

const session = () => sessionStorage;
/** The scroll position of each history entry, in px from the top. */
let positions: Record<string, number> | undefined;
let pageViews = 0;

/** The number of route changes since the site was loaded. */
export const countPageViews = () => pageViews;

/**
 * Imitates a page load: scrolls to the top and moves the focus. Back and forward restore the scroll position.
 */
export function usePageChange(): void {
  const { key, pathname, isReturn } = useLocation();
  // The path is needed too, because all entries loaded by the browser have the same key.
  const place = `${key} ${pathname}`;
  const shown = useRef<{ place: string; pathname: string } | null>(null);

  useLayoutEffect(() => {
    positions ??= readPositions();
    const previous = shown.current;
    // Set before scrolling, so that the scroll event counts for this entry and not the previous one.
    shown.current = { place, pathname };
    if (previous?.pathname === pathname) return;
    const top = isReturn && (previous || isLoadedAgain()) ? (positions[place] ?? 0) : 0;
    if (previous) {
      pageViews++;
      document.getElementById('main')?.focus({ preventScroll: true });
    }
    if (previous || (top > 0 && location.hash === '')) scrollTo({ top, behavior: 'instant' });
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

/** Whether the browser reloaded the page or returned to it. */
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
