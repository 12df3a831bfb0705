import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus into a form next to a list when it opens. When it closes, the focus returns to what opened it or
 * moves to the form that follows, because saving and closing remove the focused button. `number` differs for each
 * opening; it is undefined while the form is closed, and thus empty. A number below 1 means that the user pressed
 * nothing to open the form, which then takes the focus only if nothing else has it. `toggleCount` counts openings and
 * closings, and so every save of the empty form.
 */
export function useFormFocus(
  box: RefObject<HTMLElement | null>,
  number: number | undefined,
  toggleCount: number,
): void {
  const opener = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  const lastCount = useRef(toggleCount);
  useEffect(() => {
    const { activeElement, body } = document;
    const isFree = activeElement === null || activeElement === body;
    const isInside = box.current?.contains(activeElement) ?? false;
    const hasClosed = number === undefined && (wasOpen.current || toggleCount !== lastCount.current);
    wasOpen.current = number !== undefined;
    lastCount.current = toggleCount;
    if (number === undefined) {
      const from = opener.current;
      opener.current = null;
      if (hasClosed && (isFree || isInside)) (from?.isConnected ? from : box.current)?.focus();
      return;
    }
    if (number < 1 && !isFree) return;
    if (!isFree && !isInside) opener.current = activeElement as HTMLElement;
    box.current?.focus({ preventScroll: true });
  }, [box, number, toggleCount]);
}
