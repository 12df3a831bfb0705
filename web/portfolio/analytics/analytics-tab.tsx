import { useQuery } from '@tanstack/react-query';
import page from '#web/ui/styles/page.module.css';
import { performanceQuery } from '../queries.ts';
import { ReturnsCard } from '../returns/returns-card.tsx';
import { AllocationCard } from './allocation-card.tsx';
import { AnalyticsCard } from './analytics-card.tsx';

/** A portfolio's allocation, returns and analytics. */
export function AnalyticsTab({ portfolioId }: { portfolioId: string }) {
  const { data: performance } = useQuery(performanceQuery(portfolioId));
  return (
    <div className={page.sections}>
      <ReturnsCard portfolioId={portfolioId} />
      {performance && <AllocationCard holdings={performance.holdings} />}
      <AnalyticsCard portfolioId={portfolioId} />
    </div>
  );
}
