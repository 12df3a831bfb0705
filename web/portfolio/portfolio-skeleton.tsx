import { Skeleton } from '../ui/skeleton.tsx';
import { PortfolioHead } from './portfolio-head.tsx';

const figures = ['value', 'gain', 'invested', 'change'];
const rows = ['first', 'second', 'third'];

/** The page while nobody knows yet who is looking. */
export function PortfolioSkeleton() {
  return (
    <>
      <PortfolioHead />
      <PortfolioBodySkeleton />
    </>
  );
}

/** The place of a portfolio while it is loading. */
export function PortfolioBodySkeleton() {
  return (
    <div className="sections" role="status">
      <span className="vh">Loading your portfolio</span>
      <div className="card kpis" aria-hidden="true">
        {figures.map((figure) => (
          <div key={figure} className="kpi">
            <Skeleton width="45%" />
            <Skeleton width="75%" height={27} />
            <Skeleton width="35%" />
          </div>
        ))}
      </div>
      <div className="cols pf-cols" aria-hidden="true">
        <ChartCardSkeleton />
        <div className="card card-pad pf-sk-alloc">
          <Skeleton width={96} height={20} />
          {rows.map((row) => (
            <Skeleton key={row} />
          ))}
        </div>
      </div>
      <div className="card" aria-hidden="true">
        <div className="card-h">
          <Skeleton width={96} height={20} />
        </div>
        {rows.map((row) => (
          <div key={row} className="pf-sk-row">
            <span className="sk pf-sk-logo" />
            <Skeleton width={120} />
            <Skeleton width={84} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** The chart's place, as high as it will be. */
export function ChartCardSkeleton() {
  return (
    <div className="card pf-sk-chart" aria-hidden="true">
      <Skeleton width={120} height={20} />
      <Skeleton height="100%" />
    </div>
  );
}

/** The place of the analytics. */
export function AnalyticsSkeleton() {
  return (
    <div className="card card-pad pf-sk-alloc" aria-hidden="true">
      <Skeleton width={96} height={20} />
      {rows.map((row) => (
        <Skeleton key={row} />
      ))}
    </div>
  );
}
