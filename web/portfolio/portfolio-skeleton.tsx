import { useSearchParams } from '#web/lib/router/search-params.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import skeleton from '#web/ui/skeleton.module.css';
import { Skeleton } from '#web/ui/skeleton.tsx';
import card from '#web/ui/styles/card.module.css';
import overview from './overview/overview.module.css';
import styles from './portfolio.module.css';
import { PortfolioHead } from './portfolio-head.tsx';
import { readTab } from './portfolio-tabs.ts';

const figures = ['value', 'gain', 'invested', 'change'];
const rows = ['first', 'second', 'third'];

/** The page until it is known whether the visitor is signed in. */
export function PortfolioSkeleton() {
  return (
    <>
      <PortfolioHead />
      <PortfolioBodySkeleton />
    </>
  );
}

/** Placeholder while a portfolio loads. */
export function PortfolioBodySkeleton() {
  const [search] = useSearchParams();
  // The server's HTML is the same for every tab.
  const isHydrated = useHydrated();
  if (isHydrated && readTab(search) !== 'holdings') {
    return (
      <div className={styles.parts}>
        <TabsSkeleton />
        <TabSkeleton />
      </div>
    );
  }
  return (
    <div className={styles.parts} role="status">
      <span className="visuallyHidden">Loading your portfolio</span>
      <div className={`${card.card} ${overview.totals} ${styles.skeletonTotals}`} aria-hidden="true">
        {figures.map((figure) => (
          <div key={figure} className={overview.total}>
            <Skeleton width="45%" />
            <span className={overview.totalGap} />
            <Skeleton width="75%" height={28} />
            <span className={overview.totalGap} />
            <Skeleton width="35%" />
          </div>
        ))}
      </div>
      <div className={overview.columns} aria-hidden="true">
        <ChartCardSkeleton />
        <div className={`${card.card} ${card.padded} ${styles.skeletonAllocation}`}>
          <Skeleton width={96} height={20} />
          {rows.map((row) => (
            <Skeleton key={row} />
          ))}
        </div>
      </div>
      <TabsSkeleton />
      <HoldingsSkeleton />
    </div>
  );
}

function TabsSkeleton() {
  return (
    <div className={styles.tabsSkeleton} aria-hidden="true">
      {rows.map((row) => (
        <Skeleton key={row} width={84} />
      ))}
    </div>
  );
}

/** Number of rows while it is not known how many there are. */
const usualRows = 6;
/** Enough to fill a screen. */
const maxRows = 20;

/** A placeholder for the holdings. `coins`: how many there are, if known. */
export function HoldingsSkeleton({ coins = usualRows }: { coins?: number }) {
  return (
    <div className={`${card.card} ${styles.skeletonHoldings}`} aria-hidden="true">
      <div className={styles.skeletonHead}>
        <Skeleton width={96} />
      </div>
      {Array.from({ length: Math.min(coins, maxRows) }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all are the same
        <div key={row} className={styles.skeletonRow}>
          <span className={`${skeleton.skeleton} ${styles.skeletonLogo}`} />
          <Skeleton width={120} />
          <Skeleton width={84} />
        </div>
      ))}
    </div>
  );
}

/** Placeholder while a tab's script loads. */
export function TabSkeleton() {
  return (
    <div className={`${card.card} ${card.padded} ${styles.skeletonTab}`} role="status">
      <span className="visuallyHidden">Loading</span>
      {rows.map((row) => (
        <Skeleton key={row} height={40} />
      ))}
    </div>
  );
}

/** Placeholder for the chart, as tall as the chart. */
export function ChartCardSkeleton() {
  return (
    <div className={`${card.card} ${styles.skeletonChart}`} aria-hidden="true">
      <Skeleton width={120} height={20} />
      <Skeleton height="100%" />
    </div>
  );
}

/** Placeholder for the analytics. */
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
