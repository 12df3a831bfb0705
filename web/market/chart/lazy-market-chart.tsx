import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { useNearView } from '#web/lib/use-near-view.ts';
import skeleton from '#web/ui/skeleton.module.css';
import card from '#web/ui/styles/card.module.css';
import styles from '../overview/overview.module.css';
import { ChartBoundary } from './chart-boundary.tsx';

const MarketChart = lazy(async () => ({ default: (await import('./market-chart.tsx')).MarketChart }));

interface LazyMarketChartProps {
  /** Renders the chart once it is near the viewport. */
  children: (Chart: typeof MarketChart) => ReactNode;
}

/**
 * The "Market Overview" chart. Its code and data load when it comes near the viewport, or on a phone when its tab is
 * opened. Its space is reserved from the start.
 */
export function LazyMarketChart({ children }: LazyMarketChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNearView(place);
  return (
    <div className={styles.pane} id="pane-chart" data-part="overview" ref={place}>
      {isNear ? (
        <ChartBoundary>
          <Suspense fallback={<ChartPlace isLoading />}>{children(MarketChart)}</Suspense>
        </ChartBoundary>
      ) : (
        <ChartPlace />
      )}
    </div>
  );
}

function ChartPlace({ isLoading = false }: { isLoading?: boolean }) {
  return (
    <section className={`${card.card} ${styles.card}`} aria-labelledby="overview-title" aria-busy={isLoading}>
      <div className={styles.head}>
        <h2 className="heading3" id="overview-title">
          Market Overview
        </h2>
      </div>
      <span className={`${skeleton.skeleton} ${styles.chartSkeleton}`} aria-hidden="true" />
    </section>
  );
}
