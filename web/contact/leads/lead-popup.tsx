import { guides } from '#contract/guides.ts';
import dialog from '#web/ui/overlay/dialog.module.css';
import { Dialog, DialogClose } from '#web/ui/overlay/dialog.tsx';
import { LeadForm } from './lead-form.tsx';
import { LeadTerms } from './lead-terms.tsx';

const { title, about } = guides['market-analysis'];

interface LeadPopupProps {
  /** The number of investors to claim; empty if none. */
  investors: string;
  onClose: () => void;
}

/** Offers one guide to a visitor who has been here for a while. */
export function LeadPopup({ investors, onClose }: LeadPopupProps) {
  return (
    <Dialog title={`Free guide: ${title}`} onClose={onClose}>
      <DialogClose label="Close" />
      <div className={dialog.body}>
        <p className="muted">{about}</p>
        {investors && <p>Join {investors} who track with Altimeter.</p>}
        <LeadForm magnet="market-analysis" variant="popup" label="Send Me the Guide" />
        <LeadTerms />
      </div>
    </Dialog>
  );
}
