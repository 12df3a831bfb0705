import { useQuery } from '@tanstack/react-query';
import card from '#web/ui/styles/card.module.css';
import page from '#web/ui/styles/page.module.css';
import { PartFailed } from '../part-failed.tsx';
import { AnalyticsSkeleton } from '../portfolio-skeleton.tsx';
import { performanceQuery } from '../queries.ts';
import { ReturnsCard } from '../returns/returns-card.tsx';
import { AllocationCard } from './allocation-card.tsx';
import { AnalyticsCard } from './analytics-card.tsx';

/** A portfolio's allocation, returns and analytics. */
export function AnalyticsTab({ portfolioId }: { portfolioId: string }) {
  const { data: performance, error, refetch } = useQuery(performanceQuery(portfolioId));
  return (
    <div className={page.sections}>
      <ReturnsCard portfolioId={portfolioId} />
      {performance && <AllocationCard holdings={performance.holdings} />}
      {!performance && !error && <AnalyticsSkeleton />}
      {!performance && error && (
        <div className={card.card}>
          <PartFailed
            title="The allocation could not be calculated"
            error={error}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      <AnalyticsCard portfolioId={portfolioId} />
    </div>
  );
}
