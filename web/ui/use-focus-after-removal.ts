import { useEffect, useRef } from 'react';

/**
 * Moves the focus when a list item is removed along with its focused button: to the item that takes its place, or to
 * the page if none is left. Items are the elements that match `selector`, in order, each with a `tabIndex` of -1. Call
 * the returned function with the index of the item before removing it.
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
