import { useQuery } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import Wallet from 'lucide-react/icons/wallet';
import { lazy, Suspense, useState } from 'react';
import type { PortfolioPerformance, ValuedHolding } from '#contract/portfolio.ts';
import { ChartBoundary } from '#web/market/chart/chart-boundary.tsx';
import market from '#web/market/overview/market.module.css';
import { LazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { openOverlay } from '#web/ui/overlay/overlays.ts';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import page from '#web/ui/styles/page.module.css';
import pageState from '#web/ui/styles/page-state.module.css';
import { lazyModule } from '../lib/lazy-module.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { useFocusAfterRemoval } from '../ui/use-focus-after-removal.ts';
import { AllocationCard } from './analytics/allocation-card.tsx';
import { HoldingsTable } from './holdings/holdings-table.tsx';
import { type RemoveHolding, useRemoveHolding } from './holdings/mutations.ts';
import styles from './portfolio.module.css';
import { AddPositionButton } from './portfolio-head.tsx';
import { AnalyticsSkeleton, ChartCardSkeleton, PortfolioBodySkeleton } from './portfolio-skeleton.tsx';
import { PortfolioTotalsCards } from './portfolio-totals.tsx';
import { performanceQuery } from './queries.ts';
import { useLivePerformance } from './use-live-performance.ts';

const editOverlay = 'holding-edit';
const deleteOverlay = 'holding-delete';
const dialogs = lazyModule(() => import('./holdings/holding-dialogs.tsx'));
// The chart is large: what is above it does not wait for it.
const ValueChart = lazy(async () => ({ default: (await import('./analytics/value-chart.tsx')).ValueChart }));
const AnalyticsCard = lazy(async () => ({
  default: (await import('./analytics/analytics-card.tsx')).AnalyticsCard,
}));

interface PortfolioBodyProps {
  portfolioId: string;
  /** The overlay in which a position is added. */
  addOverlay: 'holding-add';
  onAdd: () => void;
}

/** A portfolio: its value and its holdings. */
export function PortfolioBody({ portfolioId, addOverlay, onAdd }: PortfolioBodyProps) {
  const { data: performance, isError, refetch } = useQuery(performanceQuery(portfolioId));
  const removeHolding = useRemoveHolding();
  useLivePerformance(portfolioId);
  const holdings = performance?.holdings ?? [];
  const keepFocus = useFocusAfterRemoval(holdings.length, '[data-list="holdings"] tbody tr');
  const remove = (holding: ValuedHolding) => {
    keepFocus(holdings.indexOf(holding));
    return removeHolding(holding);
  };
  return (
    <>
      {performance && performance.holdings.length > 0 && (
        <Holdings
          performance={performance}
          onRemove={remove}
          hasFailed={isError}
          onRetry={() => void refetch()}
        />
      )}
      {performance?.holdings.length === 0 && <EmptyPortfolio onAdd={onAdd} />}
      {!performance && isError && <PortfolioFailed onRetry={() => void refetch()} />}
      {!performance && !isError && <PortfolioBodySkeleton />}
      <LazyOverlay name={addOverlay} module={dialogs}>
        {({ AddHoldingDialog }, close) => <AddHoldingDialog portfolioId={portfolioId} onClose={close} />}
      </LazyOverlay>
    </>
  );
}

interface HoldingsProps {
  performance: PortfolioPerformance;
  onRemove: RemoveHolding;
  /** The figures could not be refreshed: the previous ones stay. */
  hasFailed: boolean;
  onRetry: () => void;
}

function Holdings({ performance, onRemove, hasFailed, onRetry }: HoldingsProps) {
  const [chosen, setChosen] = useState<ValuedHolding | null>(null);
  const open = (overlay: typeof editOverlay | typeof deleteOverlay, holding: ValuedHolding) => {
    setChosen(holding);
    openOverlay(overlay);
  };
  const remove = (holding: ValuedHolding) => {
    // A coin the market no longer has can't be added again, so there is no undo.
    if (holding.priceState === 'gone') open(deleteOverlay, holding);
    else void onRemove(holding);
  };
  return (
    <div className={page.sections}>
      {hasFailed && <RefreshFailed onRetry={onRetry} />}
      <PortfolioTotalsCards {...performance} />
      <div className={`${market.columns} ${styles.columns}`}>
        <ChartBoundary>
          <Suspense fallback={<ChartCardSkeleton />}>
            <ValueChart portfolioId={performance.portfolioId} />
          </Suspense>
        </ChartBoundary>
        <AllocationCard holdings={performance.holdings} />
      </div>
      <HoldingsTable
        performance={performance}
        onEdit={(holding) => open(editOverlay, holding)}
        onDelete={remove}
      />
      {/* A card that could not be loaded is left out. */}
      <ErrorBoundary resetKey={performance.portfolioId} fallback={() => null}>
        <Suspense fallback={<AnalyticsSkeleton />}>
          <AnalyticsCard portfolioId={performance.portfolioId} />
        </Suspense>
      </ErrorBoundary>
      {chosen && (
        <>
          <LazyOverlay name={editOverlay} module={dialogs}>
            {({ EditHoldingDialog }, close) => <EditHoldingDialog holding={chosen} onClose={close} />}
          </LazyOverlay>
          <LazyOverlay name={deleteOverlay} module={dialogs}>
            {({ DeleteHoldingDialog }, close) => (
              <DeleteHoldingDialog holding={chosen} onRemove={onRemove} onClose={close} />
            )}
          </LazyOverlay>
        </>
      )}
    </div>
  );
}

function EmptyPortfolio({ onAdd }: { onAdd: () => void }) {
  return (
    <div className={`${card.card} ${pageState.state}`}>
      <Wallet className="icon iconLarge" aria-hidden="true" />
      <h2 className="heading3">No holdings yet</h2>
      <p>Add your first position to see its value, what you paid and the difference, minute by minute.</p>
      <AddPositionButton onAdd={onAdd} />
    </div>
  );
}

function RefreshFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={page.notice} role="alert">
      <TriangleAlert className="icon" aria-hidden="true" />
      <span>
        <b>These figures could not be refreshed.</b> They date from the last refresh.
      </span>
      <button type="button" className={`${button.secondary} ${button.small}`} onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}

function PortfolioFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={`${card.card} ${pageState.state}`} role="alert">
      <TriangleAlert className="icon iconLarge" aria-hidden="true" />
      <h2 className="heading3">This portfolio could not be valued</h2>
      <p>Your data is safe. Prices may be back in a moment.</p>
      <button type="button" className={button.secondary} onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}
