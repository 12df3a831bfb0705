import { useEffect, useRef } from 'react';

/**
 * Keeps the place of who removes an item of a list: the button that was pressed goes with the item, and the focus
 * would go with the button. It passes to the item that moves up, or to the page where none is left. Items are the
 * elements that `selector` finds, in order; they need a `tabIndex` of -1. Give the index of what is being removed.
 */
export function useFocusAfterRemoval(count: number, selector: string): (index: number) => void {
  const removed = useRef<number | null>(null);
  const countBefore = useRef(count);
  useEffect(() => {
    const isFewer = count < countBefore.current;
    countBefore.current = count;
    if (!isFewer || removed.current === null) return;
    const items = document.querySelectorAll<HTMLElement>(selector);
    const next = items[Math.min(removed.current, items.length - 1)] ?? document.getElementById('main');
    removed.current = null;
    if (document.activeElement === document.body) next?.focus({ preventScroll: true });
  }, [count, selector]);
  return (index) => {
    removed.current = index;
  };
}
