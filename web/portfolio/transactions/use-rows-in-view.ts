import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { type RowRange, rangeInView } from './row-range.ts';

/** Rows rendered for print, in which nothing scrolls. */
const maxPrintedRows = 1000;

/** The rows of a list to render, depending on the page's scroll position. Changes only when a row enters or leaves. */
export function useRowsInView(list: RefObject<HTMLElement | null>, rowHeight: number): RowRange {
  const [range, setRange] = useState<RowRange>({ first: 0, end: 0 });
  const [isPrinting, setIsPrinting] = useState(false);
  const measure = useEffectEvent(() => {
    if (!list.current || isPrinting) return;
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
  useEffect(() => {
    // The browser prints as soon as the event has been handled.
    const onPrint = ({ type }: Event) => flushSync(() => setIsPrinting(type === 'beforeprint'));
    addEventListener('beforeprint', onPrint);
    addEventListener('afterprint', onPrint);
    return () => {
      removeEventListener('beforeprint', onPrint);
      removeEventListener('afterprint', onPrint);
    };
  }, []);
  return isPrinting ? { first: 0, end: maxPrintedRows } : range;
}
