import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { StaticRouter } from '#web/lib/router/router.tsx';
import { makeRow } from '../../../tests/support/market/market-rows.ts';
import { coinListQuery, type MarketRow } from '../queries.ts';
import { MarketTable } from './market-table.tsx';

const asOf = '2026-01-10T12:00:00.000Z';

/** The server-rendered table, without React's comments between text nodes. */
function render(rows: readonly MarketRow[] | null, table = <MarketTable />): string {
  const queryClient = new QueryClient();
  if (rows) queryClient.setQueryData(coinListQuery().queryKey, { source: 'coingecko', asOf, rows });
  const html = renderToString(
    <QueryClientProvider client={queryClient}>
      <StaticRouter path="/">{table}</StaticRouter>
    </QueryClientProvider>,
  );
  queryClient.clear();
  return html.replaceAll('<!-- -->', '');
}
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

describe('the market table', () => {
  it('shows a coin with its figures, its link and its age', () => {
    const html = render([makeRow()]);
    expect(textOf(html)).toContain('Showing 1 of 1 coins');
    expect(textOf(html)).toContain('1 Bitcoin BTC $102,496.22 -1.91% $2.02T');
    expect(html).toContain('href="/coin/bitcoin"');
    expect(textOf(html)).toContain('Data updates manually only • Last updated: 10 Jan 2026, 12:00:00 UTC');
  });
  it('shows a dash for unknown figures', () => {
    const row = makeRow({
      market_cap_rank: null,
      current_price: null,
      market_cap: null,
      price_change_percentage_24h: null,
      sparkline: null,
    });
    expect(textOf(render([row]))).toContain('— Bitcoin BTC — — —');
  });
  it('gives the exact figure of a tiny price', () => {
    const html = render([makeRow({ current_price: 5.6e-11 })]);
    expect(html).toContain('title="$0.000000000056"');
    expect(html).toContain('aria-label="$0.000000000056"');
    // In a single text node, for selections and screen readers.
    expect(html).toContain('>$0.0₁₀56</span>');
  });
  it('marks the last price of a coin that is missing from the newest list, with its time', () => {
    const why = 'Last known price: the provider’s latest list doesn’t include this coin';
    const html = render([makeRow({ missing: true })]);
    expect(html).toContain(`title="${why}"`);
    expect(html).toContain('as of ');
  });
  it('marks a held-back price', () => {
    const why = 'Price being checked: the provider’s latest price is not confirmed yet';
    expect(render([makeRow()])).not.toContain(why);
    expect(render([makeRow({ quarantined: true })])).toContain(`title="${why}"`);
  });
  it('shows the time of a quote that is ten minutes older than the newest', () => {
    const rows = [
      makeRow(),
      makeRow({ id: 'fresh', last_updated: '2026-01-10T11:50:00.000Z' }),
      makeRow({ id: 'old', last_updated: '2026-01-10T11:49:59.000Z' }),
    ];
    expect(textOf(render(rows)).match(/as of [\w, ]+:49:59/g)).toEqual(['as of 10 Jan 2026, 11:49:59']);
  });
  it('inserts a given row before its index, and an action next to each rank', () => {
    const rows = [makeRow(), makeRow({ id: 'ethereum', name: 'Ethereum' })];
    const advertisement = (
      <tr>
        <td>Sponsored</td>
      </tr>
    );
    const html = render(
      rows,
      <MarketTable
        renderRowAction={(row) => <i>star of {row.id}</i>}
        insertRowAt={{ index: 1, element: advertisement }}
      />,
    );
    expect(textOf(html)).toMatch(/star of bitcoin Bitcoin.*Sponsored.*star of ethereum Ethereum/);
  });
  it('reserves the space of twenty rows while loading', () => {
    const html = render(null);
    expect(html.match(/<tr/g)).toHaveLength(1 + 20);
    expect(html).toContain('aria-busy="true"');
  });
  it('needs few bytes per row', () => {
    const path = `M0 30l${'1 2 '.repeat(29)}`;
    const rows = Array.from({ length: 100 }, (_, index) =>
      makeRow({ id: `a-coin-${index}`, sparkline: { path, width: 29, variant: 'default' } }),
    );
    expect((render(rows).length - render([]).length) / 100).toBeLessThan(1300);
  });
});
