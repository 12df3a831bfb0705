import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { getPlan, planFeatures } from '#contract/plans.ts';
import type { PortfolioAnalytics } from '#contract/portfolio-analytics.ts';
import { FeatureLock, openFeatureLock, prepareFeatureLock } from '../billing/feature-lock.tsx';
import { useHasFeature } from '../billing/use-has-feature.ts';
import { GainsPart, PastPart, SpreadPart } from './analytics-parts.tsx';
import { describeLeftOut } from './analytics-words.ts';
import { AnalyticsSkeleton } from './portfolio-skeleton.tsx';
import { analyticsQuery } from './queries.ts';

const feature = 'portfolioAnalytics';

/** What follows from a portfolio's holdings and prices. Where the plan does not have it, it is locked and nothing is asked for. */
export function AnalyticsCard({ portfolioId }: { portfolioId: string }) {
  const isOpen = useHasFeature(feature);
  if (isOpen === undefined) return <AnalyticsSkeleton />;
  return isOpen ? <OpenAnalytics portfolioId={portfolioId} /> : <LockedAnalytics />;
}

function LockedAnalytics() {
  const { name } = getPlan(planFeatures[feature].tier);
  return (
    <Frame>
      <div className="an-locked">
        <p className="muted">
          Your best and worst holding, how concentrated the portfolio is, its deepest fall and its volatility
          are part of {name}.
        </p>
        <button
          type="button"
          className="btn btn-secondary"
          aria-haspopup="dialog"
          onPointerEnter={prepareFeatureLock}
          onClick={() => openFeatureLock(feature)}
        >
          <Lock className="i" aria-hidden="true" />
          Unlock analytics
        </button>
      </div>
      <FeatureLock feature={feature} />
    </Frame>
  );
}

function OpenAnalytics({ portfolioId }: { portfolioId: string }) {
  const { data, isError, refetch } = useQuery(analyticsQuery(portfolioId));
  if (data) return <Analytics {...data} />;
  if (!isError) return <AnalyticsSkeleton />;
  return (
    <Frame>
      <div className="an-locked" role="alert">
        <p className="muted">These figures could not be loaded.</p>
        <button type="button" className="btn btn-secondary" onClick={() => void refetch()}>
          Retry
        </button>
      </div>
    </Frame>
  );
}

function Analytics({ gains, spread, past, missing, leftOut }: PortfolioAnalytics) {
  const without = describeLeftOut(leftOut);
  return (
    <Frame>
      <div className="an-parts">
        <GainsPart gains={gains} missing={missing.gains} />
        <SpreadPart spread={spread} missing={missing.spread} />
        <PastPart past={past} missing={missing.past} />
      </div>
      {without && <p className="an-out meta">{without}</p>}
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <section className="card card-pad an" aria-labelledby="analytics-title">
      <h2 className="h3" id="analytics-title">
        Analytics
      </h2>
      {children}
    </section>
  );
}
