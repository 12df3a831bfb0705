import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { TaxReport } from '#contract/tax/report.ts';
import { ReportCards } from './report-cards.tsx';

const totals = { proceeds: '0', cost: '0', gains: null, losses: null, net: null };

it('An unknown net is not shown as 0 among the differences from the ledger', () => {
  const report = {
    ...{ currency: 'EUR', incomeLines: [], notes: [], limits: [], engine: 'tax-6', totals },
    ledger: { totals: { ...totals, net: '30' } },
    differences: [{ rule: 'portfolio_share', text: 'Shares', source: 'art. 150 VH bis', net: '-30' }],
  } as unknown as TaxReport;
  const page = renderToStaticMarkup(<ReportCards report={report} />);
  expect(page).toContain('€30.00');
  expect(page).toContain('<b>not known</b>');
  expect(page).not.toContain('€0.00');
});
