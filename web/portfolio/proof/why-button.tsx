import Equal from 'lucide-react/icons/equal';
import type { LedgerHoldings } from '#contract/ledger/figures.ts';
import { useAreAmountsHidden } from '#web/lib/hidden-amounts.ts';
import { openOverlay, type ProofOverlay } from '#web/ui/overlay/overlays.ts';
import styles from './why-button.module.css';

interface WhyButtonProps {
  /** Name of the figure next to the button. */
  label: string;
  request: Omit<ProofOverlay, 'name'>;
}

/** Asks for the proof of one of these figures as they are shown, whatever the settings are by now. */
export const asShown = ({
  asOf,
  method,
  scope,
  currency,
}: Pick<LedgerHoldings, 'asOf' | 'method' | 'scope' | 'currency'>) => ({ asOf, method, scope, currency });

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
