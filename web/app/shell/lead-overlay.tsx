import { LeadPopup } from '#web/contact/leads/lead-popup.tsx';
import { claims } from '../../site/claims.ts';

/** The lead popup, with the operator's claim. */
export function LeadOverlay({ onClose }: { onClose: () => void }) {
  return <LeadPopup investors={claims.investors} onClose={onClose} />;
}
