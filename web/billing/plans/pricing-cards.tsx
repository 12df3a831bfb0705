import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BillingPeriod } from '#contract/plans.ts';
import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';
import { plansQuery } from '../queries.ts';
import { PeriodSwitch } from './period-switch.tsx';
import { PlanCard } from './plan-card.tsx';
import { describeSaving } from './plan-words.ts';
import './plans.css';

/** The plans side by side, with the choice of paying monthly or yearly. */
export function PricingCards() {
  const { data, isError, refetch } = useQuery(plansQuery());
  const { user } = useCurrentUser();
  const [period, setPeriod] = useState<BillingPeriod>('monthly');
  if (isError && !data) return <PlansFailed onRetry={() => void refetch()} />;
  const saving = data ? describeSaving(data.plans) : null;
  return (
    <>
      <div className="plan-period">
        <PeriodSwitch period={period} onChange={setPeriod} />
        {saving && <span className="badge badge-accent">{saving}</span>}
      </div>
      <div className="plans" aria-busy={!data}>
        {data?.plans.map((plan) => (
          <PlanCard key={plan.tier} plan={plan} period={period} ownTier={user?.subscriptionTier ?? null} />
        ))}
        {!data && [0, 1, 2].map((card) => <span key={card} className="card plan sk" aria-hidden="true" />)}
      </div>
    </>
  );
}

function PlansFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="card state" role="alert">
      <h2 className="h3">The plans could not be loaded</h2>
      <p>The market and everything in your account work on.</p>
      <button type="button" className="btn btn-secondary" onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}
