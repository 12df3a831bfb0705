import { useEffect, useEffectEvent } from 'react';

/** Rendered while an overlay loads, so that Escape can already close it. */
export function PendingOverlay({ onClose }: { onClose: () => void }) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // Escape would clear a search field, which would open the search again.
      event.preventDefault();
      close();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return null;
}
