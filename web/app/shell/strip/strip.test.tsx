import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { MarketState } from '#contract/market.ts';
import { globalQuery, statusQuery } from '#web/market/queries.ts';
import { fakeGlobal } from '../../../../tests/support/market/fake-market.ts';
import { Strip } from './strip.tsx';

const asOf = '2026-01-02T12:00:00.000Z';
const minute = 60;

/** Renders the strip as the server does, with figures updated that many minutes before the market data. */
function render(minutes: number, state: MarketState = 'live'): string {
  const queryClient = new QueryClient();
  const global = { ...fakeGlobal, updated_at: Date.parse(asOf) / 1000 - minutes * minute };
  queryClient.setQueryData(globalQuery().queryKey, global);
  queryClient.setQueryData(statusQuery().queryKey, {
    market: { source: 'coingecko', state, asOf },
    news: { state: 'off', asOf: null },
    version: '1',
    degraded: [],
  });
  const html = renderToString(
    <QueryClientProvider client={queryClient}>
      <Strip />
    </QueryClientProvider>,
  );
  return html.replace(/<[^>]+>/g, '');
}

describe('the age next to the market figures', () => {
  it('is that of the market data, a few minutes more or less', () => {
    expect(render(20)).toMatch(/Live as of .*12:00:00 UTC/);
    expect(render(-2)).toMatch(/Live as of .*12:00:00 UTC/);
    expect(render(20, 'stale')).toMatch(/Stale since .*12:00:00 UTC/);
  });

  it('is that of the figures if the market data was refreshed without them', () => {
    expect(render(31)).toMatch(/Stale since .*11:29:00 UTC/);
    expect(render(3 * 24 * 60)).toMatch(/Stale since 30 Dec 2025, 12:00:00 UTC/);
  });
});
