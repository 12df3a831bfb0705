import { type RefObject, startTransition, useLayoutEffect, useRef, useState } from 'react';
import { useAfterHydration } from './use-hydrated.ts';

export interface BoxSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The inner size of an element in whole CSS pixels, kept up to date; null until measured. A server-rendered element is
 * measured in a transition, so that its content stays on screen until it is redrawn at its size.
 */
export function useBoxSize(ref: RefObject<HTMLElement | null>): BoxSize | null {
  const [size, setSize] = useState<BoxSize | null>(null);
  const isFromServer = useRef(!useAfterHydration());
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    let last: BoxSize | null = null;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (last?.width === width && last.height === height) return;
      last = { width, height };
      setSize(last);
    };
    if (isFromServer.current) startTransition(measure);
    else measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}
