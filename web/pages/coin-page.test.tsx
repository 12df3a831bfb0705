import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { CoinDetail } from '#contract/market.ts';
import type { ApiReader } from '#web/lib/api-client.ts';
import { readApiError } from '#web/lib/errors.ts';
import { ParamsContext } from '#web/lib/router/match-path.ts';
import { StaticRouter } from '#web/lib/router/router.tsx';
import { page } from './coin-page.tsx';

const usd = (value: number | null) => ({ usd: value });
const bitcoin: CoinDetail = {
  id: 'bitcoin',
  symbol: 'btc',
  name: 'Bitcoin',
  image: { thumb: '', small: '', large: '' },
  market_cap_rank: 1,
  description: { en: 'The first one.' },
  links: { homepage: ['https://bitcoin.org'], blockchain_site: [], repos_url: { github: [] } },
  market_data: {
    current_price: usd(102_496.22),
    market_cap: usd(2.02e12),
    total_volume: usd(106.82e9),
    high_24h: usd(105_306),
    low_24h: usd(98_840),
    price_change_24h: -1990.94,
    price_change_percentage_24h: -1.91,
    price_change_percentage_1h_in_currency: usd(null),
    price_change_percentage_7d_in_currency: usd(null),
    circulating_supply: 19_798_184,
    total_supply: null,
    max_supply: null,
    ath: usd(108_135),
    ath_change_percentage: usd(-5.42),
    ath_date: { usd: '2024-12-17T15:02:41.429Z' },
    atl: usd(null),
    atl_change_percentage: usd(null),
    atl_date: { usd: null },
    last_updated: '2024-12-19T10:44:55.000Z',
  },
  last_updated: '2024-12-19T10:44:55.000Z',
};

const coinRefusals: Record<number, string> = { 400: 'invalid_request', 404: 'not_found' };

/** A reader that answers only for the coin; everything else is unavailable. */
const reading =
  (coin: CoinDetail | number): ApiReader =>
  async <T,>(path: string) => {
    if (!path.endsWith(bitcoin.id)) throw readApiError(503, '', '{"code":"market_unavailable"}');
    if (typeof coin === 'number') throw readApiError(coin, '', JSON.stringify({ code: coinRefusals[coin] }));
    return coin as T;
  };

async function show(coin: CoinDetail | number, id = 'bitcoin') {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } });
  const loaded = await page.load?.({ queryClient, read: reading(coin), params: { id } });
  const html = renderToString(
    <QueryClientProvider client={queryClient}>
      <StaticRouter path={`/coin/${id}`}>
        <ParamsContext value={{ id }}>
          <page.Page />
        </ParamsContext>
      </StaticRouter>
    </QueryClientProvider>,
  );
  const text = html.replace(/<!-- -->/g, '');
  return {
    status: loaded?.status ?? 200,
    html: text,
    head: page.head({ queryClient, params: { id }, siteName: 'Altimeter' }),
  };
}

describe('the coin page', () => {
  it('shows price, change and statistics, N/A for a missing total supply and a dash for other missing figures', async () => {
    const { html, status } = await show(bitcoin);
    expect(status).toBe(200);
    for (const part of [
      '$102,496.22',
      '-1.91%',
      '-$1,990.94 in 24h',
      'Rank #1',
      '$2.02T',
      '$106.82B',
      '19,798,184 BTC',
    ])
      expect(html).toContain(part);
    expect(html).toMatch(/Total Supply(?:<[^>]*>)*<dd class="figures">N\/A/);
    expect(html).toMatch(/All Time Low(?:<[^>]*>)*<dd class="figures">—/);
    expect(html).toContain('17 Dec 2024');
    expect(html).toContain('Add to Watchlist');
  });

  it('has no inline styles, which the content security policy would refuse', async () => {
    expect((await show(bitcoin)).html).not.toContain('style=');
  });

  it('ignores the case of its URL, and has one canonical URL', async () => {
    const { html, head } = await show(bitcoin, 'BITCOIN');
    expect(html).toContain('$102,496.22');
    expect(head).toMatchObject({
      title: 'Bitcoin price, chart and market cap',
      canonical: '/coin/bitcoin',
      image: '/images/coins/bitcoin?size=large',
    });
  });

  it('has only known links, which open in a new tab and are nofollow', async () => {
    const { html } = await show(bitcoin);
    expect(html).toContain('href="https://bitcoin.org/" target="_blank" rel="noopener nofollow"');
    expect(html).not.toContain('Explorer');
    const none = { ...bitcoin, links: { homepage: [], blockchain_site: [], repos_url: { github: [] } } };
    expect((await show(none)).html).toContain('No links are known for Bitcoin.');
  });

  it('marks the last price of a coin that is missing from the newest list', async () => {
    const { html } = await show({ ...bitcoin, missing: true });
    expect(html).toContain('Last known price: the provider’s latest list doesn’t include this coin');
  });

  it('marks a held-back price, and says if there is no description', async () => {
    const { html } = await show({ ...bitcoin, quarantined: true, description: { en: '' } });
    expect(html).toContain('Price being checked');
    expect(html).toContain('There is no description of Bitcoin yet.');
  });

  it('escapes texts from the provider', async () => {
    const { html } = await show({
      ...bitcoin,
      name: '<b>x</b>',
      description: { en: '<script>alert(1)</script>' },
    });
    expect(html).not.toContain('<script>');
    expect(html).not.toContain('<b>x</b>');
  });

  it('is a 404 page for an unknown coin or an invalid id', async () => {
    const { status, html, head } = await show(404);
    expect(status).toBe(404);
    expect(html).toContain('Failed to load cryptocurrency details. Please try again later.');
    expect(html).toContain('Back to Markets');
    expect(html).not.toContain('Retry');
    expect(head.noindex).toBe(true);
    expect((await show(400)).status).toBe(404);
  });

  it('says what failed and links back if the provider does not answer', async () => {
    const { status, html } = await show(503);
    expect(status).toBe(503);
    expect(html).toContain('Failed to load cryptocurrency details. Please try again later.');
    expect(html).toContain('Retry');
    expect(html.split('Back to Markets').length - 1).toBe(2);
  });
});
