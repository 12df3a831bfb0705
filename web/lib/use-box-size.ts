import { type RefObject, startTransition, useLayoutEffect, useRef, useState } from 'react';
import { useAfterHydration } from './use-hydrated.ts';

export interface BoxSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Inner size of an element in whole CSS pixels, kept up to date. Null until measured. An element that the server rendered
 * is measured in a transition, so that its content stays on screen until the new size is drawn.
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
