import { lazy, Suspense } from 'react';
import type { PortfolioPerformance } from '#contract/portfolio.ts';
import { dollarMoney } from '#web/lib/money/money.ts';
import { MoneyContext, useMoney } from '#web/lib/money/money-context.ts';
import { ChartBoundary } from '#web/market/chart/chart-boundary.tsx';
import { useLedgerHoldings } from '../ledger-currency.ts';
import { ChartCardSkeleton } from '../portfolio-skeleton.tsx';
import styles from './overview.module.css';
import { PortfolioTotals } from './portfolio-totals.tsx';
import { TodayCard } from './today-card.tsx';

// Loaded lazily, so that what is above does not wait for the large chart.
const ValueLineCard = lazy(async () => ({ default: (await import('./value-line-card.tsx')).ValueLineCard }));

/** A portfolio's totals, its value over time, and today's movers. */
export function Overview({ performance }: { performance: PortfolioPerformance }) {
  const { data: ledger, isPending } = useLedgerHoldings(performance.portfolioId);
  const pageMoney = useMoney();
  // If exchange rates are missing, the ledger stays in dollars, and so does everything shown with it.
  const money = ledger?.currency === 'USD' ? dollarMoney : pageMoney;
  return (
    <>
      <PortfolioTotals performance={performance} ledger={ledger} isLoading={isPending} />
      <div className={styles.columns}>
        <ChartBoundary>
          <Suspense fallback={<ChartCardSkeleton />}>
            <ValueLineCard portfolioId={performance.portfolioId} />
          </Suspense>
        </ChartBoundary>
        <MoneyContext value={money}>
          <TodayCard performance={performance} />
        </MoneyContext>
      </div>
    </>
  );
}
