import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BillingPeriod } from '#contract/plans.ts';
import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';
import skeleton from '#web/ui/skeleton.module.css';
import badge from '#web/ui/styles/badge.module.css';
import button from '#web/ui/styles/button.module.css';
import cardStyles from '#web/ui/styles/card.module.css';
import pageState from '#web/ui/styles/page-state.module.css';
import styles from '../billing.module.css';
import { plansQuery } from '../queries.ts';
import { PeriodSwitch } from './period-switch.tsx';
import { PlanCard } from './plan-card.tsx';
import { describeSaving } from './plan-words.ts';

/** The plans side by side, with a switch for paying monthly or yearly. */
export function PricingCards() {
  const { data, isError, refetch } = useQuery(plansQuery());
  const { user } = useCurrentUser();
  const [period, setPeriod] = useState<BillingPeriod>('monthly');
  if (isError && !data) return <PlansFailed onRetry={() => void refetch()} />;
  const saving = data ? describeSaving(data.plans) : null;
  return (
    <>
      <div className={styles.planPeriod}>
        <PeriodSwitch period={period} onChange={setPeriod} />
        {saving && <span className={badge.accent}>{saving}</span>}
      </div>
      <div className={styles.plans} aria-busy={!data}>
        {data?.plans.map((plan) => (
          <PlanCard key={plan.tier} plan={plan} period={period} ownTier={user?.subscriptionTier ?? null} />
        ))}
        {!data &&
          [0, 1, 2].map((card) => (
            <span
              key={card}
              className={`${cardStyles.card} ${styles.plan} ${skeleton.skeleton}`}
              aria-hidden="true"
            />
          ))}
      </div>
    </>
  );
}

function PlansFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={`${cardStyles.card} ${pageState.state}`} role="alert">
      <h2 className="heading3">The plans could not be loaded</h2>
      <p>The market and your account are not affected.</p>
      <button type="button" className={button.secondary} onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}
