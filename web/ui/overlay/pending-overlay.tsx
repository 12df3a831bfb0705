import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '#web/lib/keys.ts';

interface PendingOverlayProps {
  onClose: () => void;
  /** Receives what is typed outside fields. */
  onType?: ((letter: string) => void) | undefined;
}

/** Rendered while an overlay loads, so that Escape can already close it, and letters don't trigger shortcuts. */
export function PendingOverlay({ onClose, onType }: PendingOverlayProps) {
  const close = useEffectEvent(onClose);
  const type = useEffectEvent((letter: string) => onType?.(letter));
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      if (event.key !== 'Escape') {
        const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
        if (!isLetter || isTyping(event.target)) return;
        event.preventDefault();
        type(event.key);
        return;
      }
      // Escape would clear a search field, which would open the search again.
      event.preventDefault();
      close();
    };
    // In the capture phase, and so before the shortcuts.
    addEventListener('keydown', listen, true);
    return () => removeEventListener('keydown', listen, true);
  }, []);
  return null;
}
