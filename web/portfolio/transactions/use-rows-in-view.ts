import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { type RowRange, rangeInView } from './row-range.ts';

/** The rows of a list to render, depending on the page's scroll position. Changes only when a row enters or leaves. */
export function useRowsInView(list: RefObject<HTMLElement | null>, rowHeight: number): RowRange {
  const [range, setRange] = useState<RowRange>({ first: 0, end: 0 });
  const measure = useEffectEvent(() => {
    if (!list.current) return;
    const top = -list.current.getBoundingClientRect().top;
    const { first, end } = rangeInView(Number.MAX_SAFE_INTEGER, rowHeight, top, innerHeight);
    setRange((previous) => (previous.first === first && previous.end === end ? previous : { first, end }));
  });
  // Any render may have changed the height of what is above the list.
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
