import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { rangeInView, type WindowRange } from './window-range.ts';

/**
 * The rows of a list in the page that are to be drawn, however long the list is. It changes only when a row comes or
 * goes.
 */
export function useWindow(list: RefObject<HTMLElement | null>, rowHeight: number): WindowRange {
  const [range, setRange] = useState<WindowRange>({ first: 0, end: 0 });
  const measure = useEffectEvent(() => {
    if (!list.current) return;
    const top = -list.current.getBoundingClientRect().top;
    const { first, end } = rangeInView(Number.MAX_SAFE_INTEGER, rowHeight, top, innerHeight);
    setRange((before) => (before.first === first && before.end === end ? before : { first, end }));
  });
  // What stands above the list may have changed its place with any rendering.
  useLayoutEffect(() => measure());
  useEffect(() => {
    const onChange = () => measure();
    addEventListener('scroll', onChange, { passive: true });
    addEventListener('resize', onChange, { passive: true });
    return () => {
      removeEventListener('scroll', onChange);
      removeEventListener('resize', onChange);
    };
  }, []);
  return range;
}
