import { queryOptions, useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useEffect, useEffectEvent, useId } from 'react';
import { getPlan } from '#contract/plans.ts';
import { useFreshUser } from '../accounts/use-fresh-user.ts';
import { readApi } from '../lib/api-client.ts';
import { Link } from '../ui/link.tsx';
import { describeUpgrade } from './upgrade-offer.ts';
import { keepOffersQuiet, offerOfOverlay } from './watch-stay.ts';
import './upgrade-popup.css';

interface UpgradePopupProps {
  /** The overlay's name, which ends in the reason. */
  name: string;
  onClose: () => void;
}

const shownFeatures = 3;

/** Whether this very user gets the first month for half: where no coupon gives it, or for whom it was, it is not offered. */
const firstMonthQuery = () =>
  queryOptions({
    queryKey: ['billing'],
    queryFn: ({ signal }) => readApi<{ hasFirstMonthOffer: boolean }>('/api/billing', signal),
    staleTime: 0,
  });

/** Offers a plan in a corner of the page, which stays usable. */
export function UpgradePopup({ name, onClose }: UpgradePopupProps) {
  const titleId = useId();
  const reason = offerOfOverlay(name);
  const firstMonth = useQuery({ ...firstMonthQuery(), enabled: reason === 'time_spent' });
  const { user } = useFreshUser();
  const isFree = user?.subscriptionTier === 'free';
  const decline = () => {
    keepOffersQuiet();
    onClose();
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  useEscape(decline);
  // Whoever signs out, or has a plan by now, is not asked.
  const leave = useEffectEvent(onClose);
  useEffect(() => {
    if (!isFree) leave();
  }, [isFree]);
  if (!isFree || firstMonth.isLoading) return null;
  const { message, urgency, plan, value, cta, to } = describeUpgrade(reason, {
    pro: getPlan('pro'),
    premium: getPlan('premium'),
    hasFirstMonth: firstMonth.data?.hasFirstMonthOffer ?? false,
  });
  return (
    <aside className="offer" data-urgency={urgency} aria-labelledby={titleId}>
      <h2 className="h3" id={titleId}>
        {message}
      </h2>
      <p className="small muted">{value}</p>
      <ul className="offer-features">
        {plan.features.slice(0, shownFeatures).map((feature) => (
          <li key={feature}>
            <Check className="i i-14" aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
      <div className="row">
        <Link
          className="btn btn-primary"
          to={to}
          onClick={() => {
            keepOffersQuiet();
            onClose();
          }}
        >
          {cta}
        </Link>
        <button type="button" className="btn btn-ghost" onClick={decline}>
          Not now
        </button>
      </div>
      <button
        type="button"
        className="btn btn-ghost btn-icon btn-sm offer-x"
        aria-label="Close the offer"
        onClick={decline}
      >
        <X className="i" aria-hidden="true" />
      </button>
    </aside>
  );
}

/** Escape closes what is open, wherever the focus is. */
function useEscape(close: () => void): void {
  const act = useEffectEvent(close);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) act();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
