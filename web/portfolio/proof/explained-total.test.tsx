import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { LedgerHoldings } from '#contract/ledger/figures.ts';
import { ledgerHoldingsQuery } from '../lots/queries.ts';
import { settingsQuery } from '../wallets/queries.ts';
import { ExplainedTotal } from './explained-total.tsx';

it('A total without the lots of a coin sold before its purchase is the sum of the holdings', () => {
  const client = new QueryClient();
  const ledger = {
    asOf: '2026-11-28T00:00:00.000Z',
    ...{ method: 'fifo', scope: 'portfolio', currency: 'USD' },
    holdings: [
      {
        ...{ coinId: 'ethereum', name: 'Ethereum', amount: '1', unknownCostAmount: '0' },
        ...{ value: '2154', costBasis: '1000', unrealized: '1154' },
      },
    ],
    totals: { value: '2154', costBasis: '1100', unrealized: '58094' },
  } as LedgerHoldings;
  client.setQueryData(ledgerHoldingsQuery('p1').queryKey, ledger);
  client.setQueryData(settingsQuery('p1').queryKey, { ...ledger, currency: 'USD' });
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ExplainedTotal portfolioId="p1" name="Total P&L" />
    </QueryClientProvider>,
  );
  expect(html).toContain('Some coins were sold before a purchase');
  expect(html).toContain('Ethereum');
  expect(html.match(/\$1,154\.00/g)).toHaveLength(2);
  expect(html).not.toContain('58,094');
});
