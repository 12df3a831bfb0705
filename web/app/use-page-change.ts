import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { readStored, storageKeys, writeStored } from '../lib/storage.ts';

const session = () => sessionStorage;
/** How far each entry of the history was scrolled, by the entry's key. */
let positions: Record<string, number> | undefined;

/** What a browser does on a new page: top of the page and focus there; back and forward return to where one was. */
export function usePageChange(): void {
  const { key, pathname } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const shownPath = useRef<string | null>(null);

  useLayoutEffect(() => {
    positions ??= readPositions();
    const isFirst = shownPath.current === null;
    const isOther = shownPath.current !== pathname;
    shownPath.current = pathname;
    if (!isOther) return;
    const top = isReturn ? (positions[key] ?? 0) : 0;
    if (!isFirst) document.getElementById('main')?.focus({ preventScroll: true });
    if (!isFirst || (top > 0 && location.hash === '')) scrollTo({ top, behavior: 'instant' });
  }, [key, pathname, isReturn]);

  useEffect(() => {
    const remember = () => {
      if (positions) positions[key] = scrollY;
    };
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, [key]);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const save = () => writeStored(session, storageKeys.scroll, JSON.stringify(positions ?? {}));
    addEventListener('pagehide', save);
    return () => removeEventListener('pagehide', save);
  }, []);
}

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(readStored(session, storageKeys.scroll) ?? '{}');
  } catch {
    return {};
  }
}
