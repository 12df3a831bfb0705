import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { useEffect, useEffectEvent, useId } from 'react';
import { getPlan } from '#contract/plans.ts';
import { useFreshUser } from '#web/accounts/session/use-fresh-user.ts';
import { Link } from '#web/ui/link.tsx';
import button from '#web/ui/styles/button.module.css';
import { billingQuery } from '../subscription/queries.ts';
import { keepOffersQuiet } from './schedule-upgrade-prompt.ts';
import { describeUpgrade } from './upgrade-offer.ts';
import styles from './upgrade-popup.module.css';
import type { UpgradeReason } from './upgrade-reason.ts';

interface UpgradePopupProps {
  reason: UpgradeReason;
  onClose: () => void;
}

const shownFeatures = 3;

/** Offers a plan in a corner of the page. */
export function UpgradePopup({ reason, onClose }: UpgradePopupProps) {
  const titleId = useId();
  // The first month's discount is not offered without a coupon, nor to a user who has had it.
  const billing = useQuery({ ...billingQuery(), enabled: reason === 'time_spent' });
  const { user } = useFreshUser();
  const isFree = user?.subscriptionTier === 'free';
  const decline = () => {
    keepOffersQuiet();
    onClose();
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  useEscape(decline);
  // Not offered after signing out or upgrading.
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
