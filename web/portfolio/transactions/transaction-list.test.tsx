import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Disposal } from '#contract/ledger/figures.ts';
import type { Transaction } from '#contract/ledger/transaction.ts';
import { settingsQuery } from '../wallets/queries.ts';
import { effectsQuery, transactionPageQuery } from './queries.ts';
import { TransactionList } from './transaction-list.tsx';

const sale = {
  id: 's',
  type: 'sell',
  occurredAt: '2024-01-01T00:00:00.000Z',
  in: { currency: 'USD', amount: '9000' },
  out: { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin', amount: '1' },
  fee: null,
  value: null,
  wallet: 'main',
} as unknown as Transaction;

/** The list after the settings have changed to euros. `asked`: the currency in which its gain was asked for. */
function render(asked: string | undefined) {
  const client = new QueryClient();
  const settings = { method: 'fifo', scope: 'portfolio', currency: 'EUR' } as const;
  const disposals = [{ transactionId: 's', isFee: false, gain: '8000', proceeds: '9000' } as Disposal];
  const page = { transactions: [sale], total: 1, nextCursor: null };
  client.setQueryData(settingsQuery('p').queryKey, settings);
  client.setQueryData(transactionPageQuery('p', {}, null).queryKey, page);
  const span = [sale.occurredAt, '2024-01-01T00:00:00.001Z'] as const;
  client.setQueryData(effectsQuery('p', ...span, asked).queryKey, disposals);
  const nothing = () => undefined;
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <TransactionList
        portfolioId="p"
        filter={{}}
        openId={undefined}
        selected={undefined}
        onOpen={nothing}
        onSelect={nothing}
        onRemove={nothing}
        empty={null}
        failed={() => null}
      />
    </QueryClientProvider>,
  );
}

it('A gain is not shown in the currency of the settings if it was asked for in none, which may have been another', () => {
  expect(render('EUR')).toContain('€8,000');
  expect(render(undefined)).not.toContain('8,000');
});
