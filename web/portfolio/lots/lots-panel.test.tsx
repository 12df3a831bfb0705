import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import type { LedgerHolding, OpenLot } from '#contract/ledger/figures.ts';
import type { Method } from '#contract/ledger/settings.ts';
import { StaticRouter } from '#web/lib/router/router.tsx';
import { walletsQuery } from '../wallets/queries.ts';
import { LotsPanel } from './lots-panel.tsx';
import { lotsQuery } from './queries.ts';

vi.mock('../proof/why-button.tsx', async (load) => ({
  ...(await load<object>()),
  WhyButton: ({ request }: { request: object }) => <i>{JSON.stringify(request).replaceAll('"', '')}</i>,
}));

const choice = (method: Method) => ({ method, scope: 'wallet', currency: 'EUR' }) as const;
const lot = (cost: string) =>
  ({
    transactionId: 'b',
    acquiredAt: '2024-01-01T00:00:00.000Z',
    wallet: null,
    amount: '1',
    remaining: '1',
    unitCost: cost,
    cost,
  }) as OpenLot;

it('The lots and the proof of their cost are by the method that is named beside them', () => {
  const client = new QueryClient();
  client.setQueryData(walletsQuery('p').queryKey, []);
  for (const [method, cost] of [
    ['fifo', '10'],
    ['lifo', '30'],
  ] as const)
    client.setQueryData(lotsQuery('p', 'bitcoin', choice(method)).queryKey, [lot(cost)]);
  const holding = { coinId: 'bitcoin', name: 'Bitcoin', lots: 1, price: '40', problems: [] as unknown[] };
  const render = (method: Method) =>
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <StaticRouter path="/portfolio">
          <LotsPanel
            portfolioId="p"
            row={{
              holding: holding as unknown as LedgerHolding,
              dayPercent: null,
              share: null,
              positions: [],
            }}
            figures={{ asOf: '2026-01-01T00:00:00.000Z', ...choice(method) }}
            onEdit={() => undefined}
            onDelete={() => undefined}
          />
        </StaticRouter>
      </QueryClientProvider>,
    );
  expect(render('fifo')).toContain('€10.00');
  expect(render('lifo')).toContain('€30.00');
  expect(render('lifo')).toContain('method:lifo,scope:wallet,currency:EUR');
});
