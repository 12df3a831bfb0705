import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import type { Disposal } from '#contract/ledger/figures.ts';
import { StaticRouter } from '#web/lib/router/router.tsx';
import { DisposalEntry } from './disposal-entry.tsx';

vi.mock('../proof/why-button.tsx', () => ({
  WhyButton: ({ request }: { request: object }) => <i>{JSON.stringify(request).replaceAll('"', '')}</i>,
}));

it('The proof of a gain is by the method and in the currency by which it is shown', () => {
  const disposal = {
    ...{ transactionId: 's', disposedAt: '2024-05-01T12:00:00.000Z', coinId: 'bitcoin', symbol: 'btc' },
    ...{ amount: '1', isFee: false, proceeds: '30', cost: '10', gain: '20', unknownCost: false },
    ...{ matches: [], problems: [] },
  } satisfies Disposal;
  const settings = { method: 'lifo', scope: 'wallet', currency: 'EUR' } as const;
  const page = renderToStaticMarkup(
    <StaticRouter path="/portfolio">
      <DisposalEntry disposal={disposal} settings={settings} />
    </StaticRouter>,
  );
  expect(page).toContain('transaction:s,isFee:false,method:lifo,scope:wallet,currency:EUR');
});
