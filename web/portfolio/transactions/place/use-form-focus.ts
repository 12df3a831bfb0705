import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus into a form next to a list when it opens. When it closes, the focus returns to what opened it or
 * moves to the form that follows, because saving and closing remove the focused button. `number` differs for each
 * opening; undefined: closed, which leaves an empty form. Below 1, the user didn't press anything to open it, and it
 * takes the focus only if nothing has it. `shown` counts openings and closings, and so the savings of the empty form.
 */
export function useFormFocus(
  box: RefObject<HTMLElement | null>,
  number: number | undefined,
  shown: number,
): void {
  const opener = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  const lastShown = useRef(shown);
  useEffect(() => {
    const { activeElement, body } = document;
    const isFree = activeElement === null || activeElement === body;
    const isInside = box.current?.contains(activeElement) ?? false;
    const hasClosed = number === undefined && (wasOpen.current || shown !== lastShown.current);
    wasOpen.current = number !== undefined;
    lastShown.current = shown;
    if (number === undefined) {
      const from = opener.current;
      opener.current = null;
      if (hasClosed && (isFree || isInside)) (from?.isConnected ? from : box.current)?.focus();
      return;
    }
    if (number < 1 && !isFree) return;
    if (!isFree && !isInside) opener.current = activeElement as HTMLElement;
    box.current?.focus({ preventScroll: true });
  }, [box, number, shown]);
}
