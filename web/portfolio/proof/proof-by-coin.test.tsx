import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { LedgerHoldings } from '#contract/ledger/figures.ts';
import { ledgerHoldingsQuery } from '../lots/queries.ts';
import { ProofByCoin } from './proof-by-coin.tsx';

const heldIn = (currency: string, value: string) =>
  ({
    asOf: '2026-11-28T00:00:00.000Z',
    ...{ method: 'fifo', scope: 'portfolio', currency },
    holdings: [{ coinId: 'bitcoin', name: 'Bitcoin', value }],
    totals: { value },
  }) as LedgerHoldings;

it('The coins of a total are shown in the currency in which they are proved', () => {
  const client = new QueryClient();
  client.setQueryData(ledgerHoldingsQuery('p1', true).queryKey, heldIn('USD', '100'));
  client.setQueryData(ledgerHoldingsQuery('p1', true, 'EUR').queryKey, heldIn('EUR', '80'));
  const render = (currency: string | undefined) =>
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <ProofByCoin portfolioId="p1" request={{ figure: 'value', currency }} />
      </QueryClientProvider>,
    );
  expect(render('EUR')).toContain('€80');
  expect(render('EUR')).not.toContain('$');
  expect(render(undefined)).toContain('$100');
});
