import market from '#web/market/overview/market.module.css';
import skeleton from '#web/ui/skeleton.module.css';
import card from '#web/ui/styles/card.module.css';
import page from '#web/ui/styles/page.module.css';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './portfolio.module.css';
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
    <div className={page.sections} role="status">
      <span className="visuallyHidden">Loading your portfolio</span>
      <div className={`${card.card} ${styles.figureCards}`} aria-hidden="true">
        {figures.map((figure) => (
          <div key={figure} className={styles.figureCard}>
            <Skeleton width="45%" />
            <Skeleton width="75%" height={27} />
            <Skeleton width="35%" />
          </div>
        ))}
      </div>
      <div className={`${market.columns} ${styles.columns}`} aria-hidden="true">
        <ChartCardSkeleton />
        <div className={`${card.card} ${card.padded} ${styles.skeletonAllocation}`}>
          <Skeleton width={96} height={20} />
          {rows.map((row) => (
            <Skeleton key={row} />
          ))}
        </div>
      </div>
      <div className={card.card} aria-hidden="true">
        <div className={card.head}>
          <Skeleton width={96} height={20} />
        </div>
        {rows.map((row) => (
          <div key={row} className={styles.skeletonRow}>
            <span className={`${skeleton.skeleton} ${styles.skeletonLogo}`} />
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
    <div className={`${card.card} ${styles.skeletonChart}`} aria-hidden="true">
      <Skeleton width={120} height={20} />
      <Skeleton height="100%" />
    </div>
  );
}

/** The place of the analytics. */
export function AnalyticsSkeleton() {
  return (
    <div className={`${card.card} ${card.padded} ${styles.skeletonAllocation}`} aria-hidden="true">
      <Skeleton width={96} height={20} />
      {rows.map((row) => (
        <Skeleton key={row} />
      ))}
    </div>
  );
}
