import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { useLedgerCurrency } from './ledger-currency.ts';
import { settingsQuery } from './wallets/queries.ts';

const Currency = () => String(useLedgerCurrency('p').shown);

it('Figures are requested in dollars, as they are labelled, if the settings could not be loaded', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } });
  const render = () =>
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <Currency />
      </QueryClientProvider>,
    );
  expect(render()).toBe('undefined');
  await client.prefetchQuery({ ...settingsQuery('p'), queryFn: () => Promise.reject(new Error('lost')) });
  expect(render()).toBe('USD');
});
