import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { OpenLot } from '#contract/ledger/figures.ts';
import { lotsQuery } from '../lots/queries.ts';
import { settingsQuery, walletsQuery } from '../wallets/queries.ts';
import { LotFields } from './lot-fields.tsx';
import { newFields, type TransactionFields } from './transaction-fields.ts';
import type { TransactionFormState } from './use-transaction-form.ts';

const at = '2024-05-01T12:00:00.000Z';
const lot = (transactionId: string, wallet: string | null, remaining: string) =>
  ({ transactionId, wallet, remaining, acquiredAt: at, cost: '10', unitCost: '100' }) as OpenLot;

/** The lots for a sale from a wallet with settings in euros. `asked`: the currency in which the lots were asked for. */
function render(
  lots: readonly OpenLot[],
  asked: string | undefined,
  wallet = '',
  named: TransactionFields['lots'] = {},
) {
  const client = new QueryClient();
  const settings = { method: 'specific', scope: 'wallet', currency: 'EUR' } as const;
  const wallets = ['main', 'kraken'].map((id) => ({ id, name: id, kind: 'wallet' as const }));
  client.setQueryData(settingsQuery('p').queryKey, settings);
  client.setQueryData(walletsQuery('p').queryKey, wallets);
  client.setQueryData(lotsQuery('p', 'bitcoin', { currency: asked, at }).queryKey, lots);
  const coin = { id: 'bitcoin', symbol: 'btc', name: 'Bitcoin', market_cap_rank: 1 };
  const fields = { ...newFields({ coin, wallet, lots: named }, 'EUR', 0), occurredAt: '2024-05-01T12:00' };
  const state = { fields, api: { errorOf: () => undefined } } as unknown as TransactionFormState;
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <LotFields state={state} portfolioId="p" storedId={undefined} />
    </QueryClientProvider>,
  );
}

it('A sale lists the lots of its wallet, with the parts of one lot together', () => {
  const lots = [lot('a', 'main', '1'), lot('a', 'main', '0.25'), lot('a', 'kraken', '3')];
  const inputs = (page: string) => page.match(/<label/g)?.length;
  expect(inputs(render(lots, 'EUR'))).toBe(1);
  expect(render(lots, 'EUR')).toContain('1.25 from');
  expect(render(lots, 'EUR', 'kraken')).toContain('3 from');
});

it('A cost is not shown in the currency of the settings if it was asked for in none, which may have been another', () => {
  expect(render([lot('a', 'main', '1')], 'EUR')).toContain('€100.00 each');
  expect(render([lot('a', 'main', '1')], undefined)).not.toContain('100.00');
});

it('A lot that was named stays in the form if there is nothing of it at another time, for it is still sent', () => {
  const page = render([lot('a', 'main', '1')], 'EUR', '', { a: '0.2', later: '0.5' });
  expect(page.match(/value="[^"]*"/g)).toEqual(['value="0.2"', 'value="0.5"']);
  expect(page).toContain('Another lot');
});
