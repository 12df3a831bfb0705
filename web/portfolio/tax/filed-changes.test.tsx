import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { FiledTaxReport, FiledTaxReportHead } from '#contract/tax/filed-report.ts';
import { settingsQuery } from '../wallets/queries.ts';
import { FiledChanges } from './filed-changes.tsx';
import { filedReportQuery } from './queries.ts';

const head: FiledTaxReportHead = {
  ...{ id: 'report', portfolioId: 'main', year: 2024, sha256: '', engine: '' },
  country: 'generic',
  filedAt: '2025-01-02T03:04:05.000Z',
};

function render(difference: FiledTaxReport['difference']) {
  const client = new QueryClient();
  const report: FiledTaxReport = { ...head, changes: [], difference, currency: 'USD' };
  client.setQueryData(filedReportQuery('main', 'report').queryKey, report);
  client.setQueryData(settingsQuery('main').queryKey, {
    method: 'fifo',
    scope: 'portfolio',
    currency: 'EUR',
  });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <FiledChanges portfolioId="main" head={head} />
    </QueryClientProvider>,
  );
}

it('The difference from a filed report is in its currency, whatever the settings are now', () => {
  const page = render({ proceeds: '0', cost: '-30', gains: '30', losses: '0', net: '30' });
  expect(page).toContain('+$30.00');
  expect(page).not.toContain('€');
});

it('A total that was not known when the report was filed, or is not known now, is not said to be the same', () => {
  const same = { proceeds: '0', cost: '0', gains: '0', losses: '0', net: '0' };
  expect(render(same)).toContain('Nothing has changed');
  const page = render({ ...same, net: null });
  expect(page).toContain('differs by');
  expect(page).toContain('not known');
});
