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

it('The difference from a filed report is in its currency, whatever the settings are now', () => {
  const client = new QueryClient();
  const totals = { proceeds: '0', cost: '-30', gains: '30', losses: '0', net: '30' };
  const report: FiledTaxReport = { ...head, changes: [], difference: totals, currency: 'USD' };
  client.setQueryData(filedReportQuery('main', 'report').queryKey, report);
  client.setQueryData(settingsQuery('main').queryKey, {
    method: 'fifo',
    scope: 'portfolio',
    currency: 'EUR',
  });
  const page = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <FiledChanges portfolioId="main" head={head} />
    </QueryClientProvider>,
  );
  expect(page).toContain('+$30.00');
  expect(page).not.toContain('€');
});
