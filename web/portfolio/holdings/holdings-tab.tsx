import { useState } from 'react';
import type { PortfolioPerformance, ValuedHolding } from '#contract/portfolio.ts';
import { lazyModule } from '#web/lib/lazy-module.ts';
import { LazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { openOverlay } from '#web/ui/overlay/overlays.ts';
import card from '#web/ui/styles/card.module.css';
import { useLedgerHoldings } from '../ledger-currency.ts';
import { HoldingsTable } from '../lots/holdings-table.tsx';
import { ProblemLine } from '../overview/problem-line.tsx';
import { PartFailed } from '../part-failed.tsx';
import { HoldingsSkeleton } from '../portfolio-skeleton.tsx';
import { useRemoveHolding } from './mutations.ts';

const editOverlay = 'holding-edit';
const deleteOverlay = 'holding-delete';
const dialogs = lazyModule(() => import('./holding-dialogs.tsx'));

interface HoldingsTabProps {
  performance: PortfolioPerformance;
  onSettings: () => void;
  /** Called before a position's row, which holds the focused button, is removed. */
  onRemoving: (coinId: string) => void;
}

const countCoins = ({ holdings }: PortfolioPerformance) => new Set(holdings.map(({ coinId }) => coinId)).size;

/**
 * The holdings table with its lots, what is missing from it, and the dialogs to edit or delete positions. What is
 * missing comes below the tabs, which then don't move when it arrives.
 */
export function HoldingsTab({ performance, onSettings, onRemoving }: HoldingsTabProps) {
  const { portfolioId } = performance;
  const ledger = useLedgerHoldings(portfolioId);
  const removeHolding = useRemoveHolding();
  const [chosen, setChosen] = useState<ValuedHolding | null>(null);
  const open = (overlay: typeof editOverlay | typeof deleteOverlay, holding: ValuedHolding) => {
    setChosen(holding);
    openOverlay(overlay);
  };
  const onRemove = (holding: ValuedHolding) => {
    onRemoving(holding.coinId);
    return removeHolding(holding);
  };
  const remove = (holding: ValuedHolding) => {
    // A coin that is no longer on the market can't be added again, so ask first: there is no undo.
    if (holding.priceState === 'gone') open(deleteOverlay, holding);
    else void onRemove(holding);
  };
  if (!ledger.data) {
    if (!ledger.isError) return <HoldingsSkeleton coins={countCoins(performance)} />;
    return (
      <div className={card.card}>
        <PartFailed
          title="Your holdings could not be calculated"
          error={ledger.error}
          onRetry={() => void ledger.refetch()}
        />
      </div>
    );
  }
  return (
    <>
      <ProblemLine portfolioId={portfolioId} holdings={ledger.data.holdings} />
      <HoldingsTable
        portfolioId={portfolioId}
        ledger={ledger.data}
        performance={performance}
        onEdit={(holding) => open(editOverlay, holding)}
        onDelete={remove}
        onSettings={onSettings}
      />
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
    </>
  );
}
