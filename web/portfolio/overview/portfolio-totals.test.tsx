import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { LedgerHoldings } from '#contract/ledger/figures.ts';
import type { PortfolioPerformance } from '#contract/portfolio.ts';
import { createMoney } from '#web/lib/money/money.ts';
import { MoneyContext } from '#web/lib/money/money-context.ts';
import { PortfolioTotals } from './portfolio-totals.tsx';

const performance = {
  portfolioId: 'p',
  holdings: [],
  asOf: null,
  totals: {
    value: '100',
    invested: '80',
    investedWithoutPrice: '0',
    pnl: '20',
    pnlPercent: '25',
    change24h: '1',
    change24hPercent: '1',
    withoutCost: 0,
    withoutPrice: 0,
    valueWithoutCost: '0',
  },
} as unknown as PortfolioPerformance;

it('What the realized gain leaves out is said, also of coins that are no longer held', () => {
  const figures = { value: '100', costBasis: '80', unrealized: '20', unrealizedPercent: '25', realized: '8' };
  const ledger = { currency: 'USD', method: 'fifo', holdings: [], totals: { ...figures, unknownGain: 2 } };
  const page = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <PortfolioTotals
        performance={performance}
        ledger={ledger as unknown as LedgerHoldings}
        isLoading={false}
      />
    </QueryClientProvider>,
  );
  expect(page).toContain('realized +$8.00');
  expect(page).toContain('leave out 2 disposals without a known gain');
});

/** The totals before the ledger's have arrived, for a reader of euros. */
const render = (isLoading: boolean) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MoneyContext value={createMoney('eur', '0.85')}>
        <PortfolioTotals performance={performance} ledger={undefined} isLoading={isLoading} />
      </MoneyContext>
    </QueryClientProvider>,
  );

describe('the totals in another currency', () => {
  it('are awaited, not called unknown, while the ledger is being read', () => {
    const page = render(true);
    expect(page).toContain('€85.00');
    expect(page).toContain('Loading');
    expect(page).not.toMatch(/not known|at purchase prices|—/);
  });

  it('are not known if the ledger could not be read', () => {
    expect(render(false)).toContain('not known');
  });
});
