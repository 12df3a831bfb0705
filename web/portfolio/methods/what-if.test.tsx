import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { LedgerHoldings } from '#contract/ledger/figures.ts';
import { ledgerHoldingsQuery } from '../lots/queries.ts';
import { settingsQuery } from '../wallets/queries.ts';
import { WhatIf } from './what-if.tsx';

const bitcoin = {
  coinId: 'bitcoin',
  symbol: 'btc',
  name: 'Bitcoin',
  amount: '2',
  price: '60000',
  wallets: [],
};

/** The page after the settings have changed to a currency, while the holdings are still those of another. */
function render(settingsCurrency: string, holdingsCurrency: string) {
  const client = new QueryClient();
  const settings = { method: 'fifo', scope: 'portfolio', currency: settingsCurrency } as const;
  const holdings = { currency: holdingsCurrency, holdings: [bitcoin] } as unknown as LedgerHoldings;
  client.setQueryData(settingsQuery('p').queryKey, settings);
  client.setQueryData(ledgerHoldingsQuery('p').queryKey, holdings);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <WhatIf portfolioId="p" settings={settings} />
    </QueryClientProvider>,
  );
}

it('A sale is not tried at a price in the currency before a change of it', () => {
  expect(render('JPY', 'JPY')).toContain('value="60000"');
  const waiting = render('JPY', 'USD');
  expect(waiting).not.toContain('60000');
  expect(waiting).toContain('aria-busy="true"');
});
