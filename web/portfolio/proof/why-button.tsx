import Equal from 'lucide-react/icons/equal';
import { useAreAmountsHidden } from '#web/lib/hidden-amounts.ts';
import { openOverlay, type ProofOverlay } from '#web/ui/overlay/overlays.ts';
import styles from './why-button.module.css';

interface WhyButtonProps {
  /** Name of the figure next to the button. */
  label: string;
  request: Omit<ProofOverlay, 'name'>;
}

/** Opens the proof of a figure. Not rendered while amounts are hidden: a proof consists of amounts. */
export function WhyButton({ label, request }: WhyButtonProps) {
  if (useAreAmountsHidden()) return null;
  return (
    <button
      type="button"
      className={styles.why}
      aria-label={`Why this number? ${label}`}
      title="Why this number?"
      aria-haspopup="dialog"
      onClick={() => openOverlay({ name: 'proof', ...request })}
    >
      <Equal className="icon" aria-hidden="true" />
    </button>
  );
}
