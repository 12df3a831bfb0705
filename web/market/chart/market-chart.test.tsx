import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Candle, PricePoint } from '#contract/market.ts';
import { historyQuery } from '../queries.ts';
import type { RangeAccess } from './chart-ranges.ts';
import { MarketChart } from './market-chart.tsx';
import { toChartData } from './use-chart-data.ts';

const start = Date.parse('2024-12-12T10:00:00Z');
const hour = 3_600_000;
const access: RangeAccess = {
  days: null,
  describeLock: (days) => `Locked: ${days}`,
  onLocked: () => {},
  onNearLocked: () => {},
};
const week: PricePoint[] = Array.from({ length: 169 }, (_, index) => [
  start + index * hour,
  100_000 + index * 10,
]);

/** Renders the chart as the server does, with that history in the cache, for a plan with `days` of history. */
function render(
  prices: PricePoint[] | undefined,
  latest?: PricePoint,
  days: number | null = null,
  changes = {},
): string {
  const queryClient = new QueryClient();
  if (prices) queryClient.setQueryData(historyQuery('bitcoin', 7).queryKey, { prices, total_volumes: [] });
  return renderToString(
    <QueryClientProvider client={queryClient}>
      <MarketChart latest={latest ?? null} changes={changes} access={{ ...access, days }} />
    </QueryClientProvider>,
  );
}

describe('the price chart from the server', () => {
  it('is drawn, summarized in words and repeated as a table of at most 40 rows', () => {
    const html = render(week);
    expect(html).toContain('data-part="line"');
    expect(html).toContain('Bitcoin, 7 days: from $100,000.00 on 12 Dec, 10:00 UTC to $101,680.00');
    expect(html).toContain('+1.68%. High $101,680.00, low $100,000.00.');
    const rows = html.split('<tbody>')[1]!.split('<tr>').length - 1;
    expect(rows).toBeGreaterThan(20);
    expect(rows).toBeLessThanOrEqual(40);
  });

  it('has no inline styles, which the content security policy would refuse', () => {
    expect(render(week)).not.toContain('style=');
  });

  it('offers four ranges, 7D pressed', () => {
    const html = render(week);
    for (const label of ['24H', '30D', '1Y']) expect(html).toContain(`aria-pressed="false">${label}<`);
    expect(html).toContain('aria-pressed="true">7D<');
  });

  it('locks the ranges outside the plan, and says why', () => {
    const html = render(week, undefined, 7);
    expect(html).toMatch(/title="Locked: 30"[^>]*><svg.*?<\/svg>30D</);
    expect(html).toMatch(/title="Locked: 365"[^>]*><svg.*?<\/svg>1Y</);
    expect(html).toContain('aria-pressed="true">7D<');
    expect(html).not.toContain('>All<');
    expect(render(week)).toContain('>All<');
  });

  it('names its coin and its range', () => {
    const text = render(week)
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');
    expect(text).toContain('Market Overview');
    expect(text).toContain('BTC +1.68% 7 days');
  });

  it('is a skeleton of the same size until there is a history', () => {
    const html = render(undefined);
    expect(html).toContain('Loading the chart');
    expect(html).toContain('data-part="plot"');
  });

  it('says so if a coin has no history', () => {
    expect(render([])).toContain('There is no price history for this range yet.');
  });

  it('renders with a single point', () => {
    expect(render([[start, 5]])).toContain('Bitcoin: $5.00 on 12 Dec, 10:00 UTC.');
  });
});

describe('what is drawn', () => {
  it('changes by the percentage in the list and ends at the newest price', () => {
    const latest: PricePoint = [start + 168 * hour, 110];
    const html = render(week, latest, null, { 7: 10 });
    expect(html).toContain('+10.00%</span>');
    expect(html).toContain('from $100.00 on 12 Dec, 10:00 UTC to $110.00');
  });

  it('is not adjusted to a newer price, and says until when it is, if it could not be refreshed for long', () => {
    const latest: PricePoint = [start + 200 * hour, 110];
    const html = render(week, latest, null, { 7: 10 });
    expect(html).toContain('+1.68%</span>');
    expect(html).toContain('7 days until 19 Dec, 10:00 UTC');
    expect(html).toContain('from $100,000.00 on 12 Dec, 10:00 UTC to $101,680.00');
  });

  it('is not adjusted to the change of a list that is much older', () => {
    const html = render(week, [start + 140 * hour, 110], null, { 7: 10 });
    expect(html).toContain('+1.68%</span>');
    expect(html).not.toContain('until');
  });

  it('is the closes if there are candles, up to the newest price', () => {
    const candles: Candle[] = [
      [start, 1, 3, 1, 2],
      [start + hour, 2, 3, 1, 3],
    ];
    expect(toChartData(week, [], candles, null).points).toEqual([
      [start, 2],
      [start + hour, 3],
    ]);
    expect(toChartData(week, [], candles, [start + hour, 9]).points.at(-1)).toEqual([start + hour, 9]);
  });
});
