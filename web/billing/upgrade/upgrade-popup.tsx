import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { useEffect, useEffectEvent, useId } from 'react';
import { getPlan } from '#contract/plans.ts';
import { useFreshUser } from '#web/accounts/session/use-fresh-user.ts';
import button from '#web/ui/button.module.css';
import { Link } from '#web/ui/link.tsx';
import { billingQuery } from '../subscription/subscription-queries.ts';
import { keepOffersQuiet, offerOfOverlay } from './schedule-upgrade-prompt.ts';
import { describeUpgrade } from './upgrade-offer.ts';
import styles from './upgrade-popup.module.css';

interface UpgradePopupProps {
  /** The overlay's name, which ends in the reason. */
  name: string;
  onClose: () => void;
}

const shownFeatures = 3;

/** Offers a plan in a corner of the page, which stays usable. */
export function UpgradePopup({ name, onClose }: UpgradePopupProps) {
  const titleId = useId();
  const reason = offerOfOverlay(name);
  // Where no coupon gives it, or this user has had it, half of the first month is not offered.
  const billing = useQuery({ ...billingQuery(), enabled: reason === 'time_spent' });
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
  if (!isFree || billing.isLoading) return null;
  const { message, urgency, plan, value, cta, to } = describeUpgrade(reason, {
    pro: getPlan('pro'),
    premium: getPlan('premium'),
    hasFirstMonth: billing.data?.hasFirstMonthOffer ?? false,
  });
  return (
    <aside className={styles.offer} data-urgency={urgency} aria-labelledby={titleId}>
      <h2 className="heading3" id={titleId}>
        {message}
      </h2>
      <p className="small muted">{value}</p>
      <ul className={styles.features}>
        {plan.features.slice(0, shownFeatures).map((feature) => (
          <li key={feature}>
            <Check className="icon iconSmall" aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
      <div className="row">
        <Link
          className={button.primary}
          to={to}
          onClick={() => {
            keepOffersQuiet();
            onClose();
          }}
        >
          {cta}
        </Link>
        <button type="button" className={button.ghost} onClick={decline}>
          Not now
        </button>
      </div>
      <button
        type="button"
        className={`${button.ghost} ${button.iconOnly} ${button.small} ${styles.close}`}
        aria-label="Close the offer"
        onClick={decline}
      >
        <X className="icon" aria-hidden="true" />
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
