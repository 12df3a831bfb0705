import { useEffect, useEffectEvent } from 'react';
import { hasOverlay } from '#web/ui/overlay/overlays.ts';

/** Includes whole forms, because opening a new one in their place would lose what was typed. */
const fields = 'form, input, textarea, select, [contenteditable]:not([contenteditable="false"])';

/** Calls `onPress` when `n` is pressed anywhere on the page except in a form or field, while `isActive`. */
export function useNewTransactionKey(onPress: () => void, isActive = true): void {
  const act = useEffectEvent(onPress);
  useEffect(() => {
    if (!isActive) return;
    const listen = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (key !== 'n' || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (event.defaultPrevented || event.isComposing || hasOverlay()) return;
      if (target instanceof Element && target.closest(fields)) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [isActive]);
}
