import { PortfolioHead } from './portfolio-head.tsx';

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
      <span className="sk pf-sk-kpis" aria-hidden="true" />
      <div className="cols pf-cols" aria-hidden="true">
        <span className="sk pf-sk-chart" />
        <span className="sk pf-sk-chart" />
      </div>
      <span className="sk pf-sk-table" aria-hidden="true" />
    </div>
  );
}
