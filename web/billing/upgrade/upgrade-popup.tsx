import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import { useEffect, useEffectEvent } from 'react';
import { getPlan } from '#contract/plans.ts';
import { useFreshUser } from '#web/accounts/session/use-fresh-user.ts';
import { Link } from '#web/ui/link.tsx';
import { CornerCard } from '#web/ui/overlay/corner-card.tsx';
import button from '#web/ui/styles/button.module.css';
import { billingQuery } from '../subscription/queries.ts';
import { rememberDecline } from './schedule-upgrade-prompt.ts';
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
  // The first month's discount needs a coupon, and is offered to each user only once.
  const billing = useQuery({ ...billingQuery(), enabled: reason === 'time_spent' });
  const { user } = useFreshUser();
  const isFree = user?.subscriptionTier === 'free';
  const close = () => {
    rememberDecline();
    onClose();
  };
  // Closes when the user signs out or upgrades.
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
    <CornerCard title={message} closeLabel="Close the offer" urgency={urgency} onClose={close}>
      <p className="small muted">{value}</p>
      <ul className={styles.features}>
        {plan.features.slice(0, shownFeatures).map((feature) => (
          <li key={feature}>
            <Check className="icon iconSmall" aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
      <div className={`row ${styles.actions}`}>
        <Link className={button.primary} to={to} onClick={close}>
          {cta}
        </Link>
        <button type="button" className={button.ghost} onClick={close}>
          Not now
        </button>
      </div>
    </CornerCard>
  );
}
