import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import button from '../styles/button.module.css';
import styles from './corner-card.module.css';

interface CornerCardProps {
  title: string;
  closeLabel: string;
  urgency?: 'medium' | 'high' | undefined;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A card in a corner of the page, or on a phone at its lower edge. It is not modal: the page remains usable and keeps
 * the focus. Escape closes it from anywhere.
 */
export function CornerCard({ title, closeLabel, urgency, onClose, children }: CornerCardProps) {
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  useEscape(onClose);
  useLayoutEffect(() => {
    const element = card.current;
    // Focus within the card would be lost when it closes.
    return () => {
      if (element?.contains(document.activeElement))
        document.getElementById('main')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <aside className={styles.card} data-urgency={urgency} aria-labelledby={titleId} ref={card}>
      <h2 className="heading3" id={titleId}>
        {title}
      </h2>
      {children}
      <button
        type="button"
        className={`${button.ghost} ${button.iconOnly} ${button.small} ${styles.close}`}
        aria-label={closeLabel}
        onClick={onClose}
      >
        <X className="icon" aria-hidden="true" />
      </button>
    </aside>
  );
}

/** Calls `close` on Escape, wherever the focus is. */
function useEscape(close: () => void): void {
  const act = useEffectEvent(close);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) act();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
