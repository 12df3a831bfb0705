import { useQuery } from '@tanstack/react-query';
import Lock from 'lucide-react/icons/lock';
import type { ReactNode } from 'react';
import { getPlan, planFeatures } from '#contract/plans.ts';
import type { PortfolioAnalytics } from '#contract/portfolio-analytics.ts';
import { FeatureLock, openFeatureLock, prepareFeatureLock } from '#web/billing/upgrade/feature-lock.tsx';
import { useHasFeature } from '#web/billing/upgrade/use-has-feature.ts';
import { hasCode } from '#web/lib/errors.ts';
import { Freshness } from '#web/market/overview/freshness.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import { AnalyticsSkeleton } from '../portfolio-skeleton.tsx';
import { analyticsQuery } from '../queries.ts';
import styles from './analytics.module.css';
import { PastPart, SpreadPart } from './analytics-parts.tsx';
import { describeLeftOut } from './analytics-words.ts';
import { GainsPart } from './gains-part.tsx';

const feature = 'portfolioAnalytics';

/**
 * Figures derived from a portfolio's holdings and prices. If the plan lacks them, they are locked and not requested.
 */
export function AnalyticsCard({ portfolioId }: { portfolioId: string }) {
  const isUnlocked = useHasFeature(feature);
  if (isUnlocked === undefined) return <AnalyticsSkeleton />;
  return isUnlocked ? <UnlockedAnalytics portfolioId={portfolioId} /> : <LockedAnalytics />;
}

function LockedAnalytics() {
  const { name } = getPlan(planFeatures[feature].tier);
  return (
    <Frame>
      <div className={styles.locked}>
        <p className="muted">
          Your best and worst holdings, how concentrated the portfolio is, its maximum drawdown and its
          volatility are part of {name}.
        </p>
        <button
          type="button"
          className={button.secondary}
          aria-haspopup="dialog"
          onPointerEnter={prepareFeatureLock}
          onClick={() => openFeatureLock(feature)}
        >
          <Lock className="icon" aria-hidden="true" />
          Unlock analytics
        </button>
      </div>
      <FeatureLock feature={feature} />
    </Frame>
  );
}

function UnlockedAnalytics({ portfolioId }: { portfolioId: string }) {
  const { data, error, refetch } = useQuery(analyticsQuery(portfolioId));
  // The plan may have changed since the page was opened.
  if (hasCode(error, 'plan_required')) return <LockedAnalytics />;
  if (!data && !error) return <LoadingAnalytics />;
  return (
    <Frame asOf={data?.asOf}>
      {error && (
        <div className={styles.locked} role="alert">
          <p className="muted">
            {data
              ? 'These figures could not be refreshed and may be out of date.'
              : 'These figures could not be loaded.'}
          </p>
          <button type="button" className={button.secondary} onClick={() => void refetch()}>
            Retry
          </button>
        </div>
      )}
      {data && <Analytics {...data} />}
    </Frame>
  );
}

const parts = ['gains', 'spread', 'past'];
const rows = ['first', 'second', 'third', 'fourth'];

/** As tall as the loaded figures, so that nothing below shifts. */
function LoadingAnalytics() {
  return (
    <Frame>
      <span className="visuallyHidden" role="status">
        Loading the analytics
      </span>
      <div className={styles.parts} aria-hidden="true">
        {parts.map((part) => (
          <div key={part} className={`${styles.part} ${styles.loading}`}>
            {rows.map((row) => (
              <Skeleton key={row} height={40} />
            ))}
          </div>
        ))}
      </div>
    </Frame>
  );
}

function Analytics({ portfolioId, gains, spread, past, missing, leftOut }: PortfolioAnalytics) {
  const leftOutNote = describeLeftOut(leftOut);
  return (
    <>
      <div className={styles.parts}>
        <GainsPart portfolioId={portfolioId} gains={gains} missing={missing.gains} />
        <SpreadPart spread={spread} missing={missing.spread} />
        <PastPart past={past} missing={missing.past} />
      </div>
      {leftOutNote && <p className={`${styles.leftOut} meta`}>{leftOutNote}</p>}
    </>
  );
}

/** `asOf`: the time of the prices that the figures are computed from. */
function Frame({ asOf, children }: { asOf?: string | null | undefined; children: ReactNode }) {
  return (
    <section className={`${card.card} ${card.padded} ${styles.analytics}`} aria-labelledby="analytics-title">
      <div className="row between">
        <h2 className="heading3" id="analytics-title">
          Analytics
        </h2>
        {asOf && <Freshness asOf={asOf} />}
      </div>
      {children}
    </section>
  );
}
