import { guides } from '#contract/guides.ts';
import { useSite } from '#web/lib/site.ts';
import { CornerCard } from '#web/ui/overlay/corner-card.tsx';
import { LeadForm } from './lead-form.tsx';
import { LeadTerms } from './lead-terms.tsx';

const { title, about } = guides['market-analysis'];

/** Offers one guide to a visitor who has been here for a while. */
export function LeadPopup({ onClose }: { onClose: () => void }) {
  const { name, claims } = useSite();
  return (
    <CornerCard title={`Free guide: ${title}`} closeLabel="Close the guide" onClose={onClose}>
      <p className="small muted">{about}</p>
      {claims.investors && (
        <p className="small">
          Join {claims.investors} who track with {name}.
        </p>
      )}
      <LeadForm magnet="market-analysis" variant="popup" label="Send Me the Guide" />
      <LeadTerms />
    </CornerCard>
  );
}
