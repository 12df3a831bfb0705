import { useEffect, useEffectEvent } from 'react';

/** Stands for an overlay that is still loading, so that Escape closes it already. */
export function PendingOverlay({ onClose }: { onClose: () => void }) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // A search field would clear itself, and open the search again by that.
      event.preventDefault();
      close();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return null;
}
