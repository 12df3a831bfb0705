import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import type { ValuedHolding } from '#contract/portfolio.ts';
import { HoldingRow } from './holding-row.tsx';

/** How the percents of a row are coloured. */
function variantsOf(pnl: string, pnlPercent: string, hasCost = true): (string | undefined)[] {
  const holding = {
    name: 'Dogecoin',
    symbol: 'doge',
    amount: '1',
    priceState: 'live',
    pnl,
    pnlPercent,
    hasCost,
  };
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <table>
        <tbody>
          <HoldingRow holding={holding as ValuedHolding} onEdit={() => {}} onDelete={() => {}} />
        </tbody>
      </table>
    </MemoryRouter>,
  );
  return [...html.matchAll(/data-variant="(\w+)"/g)].map(([, variant]) => variant);
}

it('a percent that is written as 0.00% has no colour, whatever was gained', () => {
  expect(variantsOf('0.29', '0.001')).toEqual(['none', 'none']);
  expect(variantsOf('-0.29', '-0.001')).toEqual(['none', 'none']);
  expect(variantsOf('0.001', '12.5')).toEqual(['default', 'default']);
  expect(variantsOf('-5', '-0.01')).toEqual(['destructive', 'destructive']);
  expect(variantsOf('5', '0', false)).toEqual(['none', 'none']);
});
