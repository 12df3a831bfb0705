import { guides } from '#contract/guides.ts';
import { useSite } from '#web/lib/site.ts';
import dialog from '#web/ui/overlay/dialog.module.css';
import { Dialog, DialogClose } from '#web/ui/overlay/dialog.tsx';
import { LeadForm } from './lead-form.tsx';
import { LeadTerms } from './lead-terms.tsx';

const { title, about } = guides['market-analysis'];

/** Offers one guide to a visitor who has been here for a while. */
export function LeadPopup({ onClose }: { onClose: () => void }) {
  const { name, claims } = useSite();
  return (
    <Dialog title={`Free guide: ${title}`} onClose={onClose}>
      <DialogClose label="Close" />
      <div className={dialog.body}>
        <p className="muted">{about}</p>
        {claims.investors && (
          <p>
            Join {claims.investors} who track with {name}.
          </p>
        )}
        <LeadForm magnet="market-analysis" variant="popup" label="Send Me the Guide" />
        <LeadTerms />
      </div>
    </Dialog>
  );
}
