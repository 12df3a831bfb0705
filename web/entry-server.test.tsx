import { describe, expect, it } from 'vitest';
import type { PageCurrency } from '#contract/currencies/currency.ts';
import type { SiteTexts } from '#contract/site.ts';
import session from '#web/accounts/session/session.module.css';
import { pageInDollars } from '../tests/support/page-currencies.ts';
import { siteContacts, siteTexts } from '../tests/support/site-texts.ts';
import { renderPage, resolvePath } from './entry-server.tsx';

const dataAt = Date.UTC(2026, 0, 2, 3, 4, 5);
const asOf = new Date(dataAt).toISOString();

const coin = (id: string, rank: number) => ({
  id,
  symbol: id.slice(0, 3),
  name: id[0]?.toUpperCase() + id.slice(1),
  current_price: 100 * rank,
  market_cap: 1e12 / rank,
  market_cap_rank: rank,
  total_volume: 1e9,
  price_change_percentage_24h: -1.5,
  last_updated: asOf,
  sparkline_in_7d: { price: [1, 2, 3] },
});

const answers: Record<string, unknown> = {
  '/api/status': {
    market: { source: 'simulated', state: 'live', asOf },
    news: { state: 'off', asOf: null },
    version: '1.0.0',
  },
  '/api/global': {
    total_market_cap: { usd: 3.5e12 },
    total_volume: { usd: 4.511e11 },
    market_cap_percentage: { btc: 57 },
    market_cap_change_percentage_24h_usd: -2.77,
    active_cryptocurrencies: 17_111,
  },
  '/api/cryptocurrencies': [coin('bitcoin', 1), coin('ethereum', 2)],
  '/api/trending': { coins: [] },
  '/api/site/contacts': siteContacts,
  '/api/news': {
    data: [
      {
        id: 'a',
        title: 'Fees </script><script>alert(1)</script> fall',
        summary: '<img src=x onerror=alert(1)>',
        url: 'https://news.example/a',
        published_at: asOf,
        categories: ['Ethereum'],
        topics: ['Ethereum'],
        coins: [],
        source: { name: '<b>Chain</b>', favicon: '' },
      },
    ],
  },
  '/api/news/trending-topics': [{ name: 'Ethereum', change: '+12%' }],
};

/** Renders with the answers above. A path that matches `failing` is unavailable; any other that is missing is unknown. */
const render = (
  path: string,
  failing = /^$/,
  hasAds = true,
  site = siteTexts,
  currency: PageCurrency = pageInDollars.currency,
) =>
  renderPage({
    path,
    site,
    supportEmail: 'support@localhost',
    hasLocalInbox: true,
    hasAds,
    dataAt,
    ...pageInDollars,
    currency,
    read: async (address) => {
      const name = address.split('?')[0] ?? '';
      if (failing.test(name)) return { status: 503, body: '{}' };
      return name in answers
        ? { status: 200, body: JSON.stringify(answers[name]) }
        : { status: 404, body: '{"code":"not_found"}' };
    },
  });

describe('renderPage', () => {
  it('shows the market, its overview and its age without a script', async () => {
    const { status, html, head, state, isComplete, source } = await render('/');
    expect(status).toBe(200);
    for (const text of [
      '$3.5T',
      '-2.77%',
      '$451.1B',
      '57.0%',
      '17,111',
      'Bitcoin',
      'Ethereum',
      '03:04:05 UTC',
    ]) {
      expect(html).toContain(text);
    }
    expect(html).toContain('Demo market: simulated prices');
    expect(head.canonical).toBe('/');
    expect(state.errors).toEqual([]);
    expect(isComplete).toBe(true);
    expect(source).toBe('web/pages/market-page.tsx');
  });

  it('shows all figures in the currency of the page, and embeds them in dollars', async () => {
    const euros: PageCurrency = { code: 'eur', rate: '0.9', asOf, state: 'live' };
    const { html, state } = await render('/', /^$/, true, siteTexts, euros);
    for (const text of ['€3.2T', '€406.0B', 'Currency: <!-- -->EUR']) expect(html).toContain(text);
    expect(html.replaceAll('$2.5M+', '')).not.toContain('$');
    expect(html).not.toContain('no newer rate is known');
    expect(state.currency).toEqual(euros);
    const price = answers['/api/cryptocurrencies'] as { current_price: number }[];
    expect(JSON.stringify(state.list)).toContain(JSON.stringify(price[0]!.current_price));
  });

  it('says that the rate of its currency is stale', async () => {
    const stale: PageCurrency = { code: 'eur', rate: '0.9', asOf, state: 'stale' };
    const { html } = await render('/', /^$/, true, siteTexts, stale);
    expect(html.replace(/<[^>]*>/g, '')).toMatch(
      /EUR at the rate of [\w ,]*03:04:05 UTC: no newer rate is known/,
    );
    const dollars: PageCurrency = { code: 'usd', rate: '1', asOf, state: 'stale' };
    expect((await render('/', /^$/, true, siteTexts, dollars)).html).not.toContain('no newer rate');
  });

  it('gives the same bytes for the same data', async () => {
    const [one, two] = [await render('/'), await render('/')];
    expect(JSON.stringify(one)).toBe(JSON.stringify(two));
  });

  it('answers 404 with its page if a URL or a coin does not exist', async () => {
    for (const path of ['/404', '/coin/no-such-coin']) {
      const { status, html, head } = await render(path);
      expect(status, path).toBe(404);
      expect(html).toContain(
        path === '/404' ? 'Page Not Found' : 'Failed to load cryptocurrency details. Please try again later.',
      );
      expect(head.noindex).toBe(true);
    }
  });

  it('shows a page without its data, says what failed and answers 503', async () => {
    const coinPage = await render('/coin/bitcoin', /cryptocurrencies/);
    expect(coinPage.status).toBe(503);
    expect(coinPage.html).toContain('Failed to load cryptocurrency details. Please try again later.');
    const marketPage = await render('/', /^\/api/);
    expect(marketPage.status).toBe(503);
    expect(marketPage.html).toContain('Failed to load market data. Please try again later.');
    expect(marketPage.isComplete).toBe(false);
  });

  it('shows headlines as plain text, whatever they contain, with their day and topics', async () => {
    const { status, html, head, state } = await render('/news');
    expect(status).toBe(200);
    expect(head.title).toBe('Crypto News | Altimeter');
    for (const text of [
      '&lt;script&gt;alert(1)',
      '&lt;img src=x',
      '&lt;b&gt;Chain',
      '2 Jan 2026',
      'Trending',
      '+12%',
    ])
      expect(html).toContain(text);
    expect(html).not.toMatch(/<script|<b>Chain|onerror=alert\(1\)>/);
    expect(html).toMatch(/<a href="https:\/\/news\.example\/a" target="_blank" rel="noopener noreferrer">/);
    // What is not shown is not sent.
    expect(JSON.stringify(state.data)).not.toContain('favicon');
  });

  it('says what failed if the news cannot be loaded', async () => {
    const { status, html, isComplete } = await render('/news', /news/);
    expect([status, isComplete]).toEqual([503, false]);
    expect(html).toContain('Failed to load news. Please try again later.');
    expect(html).toContain('Failed to load trending topics');
  });

  it('shows the payment page only once the user is known, and excludes it from search engines', async () => {
    const { status, html, head } = await render('/subscribe');
    expect(status).toBe(200);
    expect(html).toContain('Loading');
    expect(html).not.toMatch(/Invalid Plan Selected|Billing summary/);
    expect(head.noindex).toBe(true);
  });
});

describe('a page that depends on who reads it', () => {
  it('contains what visitors see, and only reserves room for the rest', async () => {
    const { html, state, isComplete } = await render('/account');
    expect(html).toContain(`${session.forVisitors}`);
    expect(html).toContain('Sign in to see your account');
    expect(html).not.toContain('Delete account');
    expect(state.data.map(([[key]]) => key)).not.toContain('auth');
    expect(isComplete).toBe(true);
  });

  it('links to the local inbox only if there is one', async () => {
    const { html, state } = await render('/signin');
    expect(html).toContain('No mail server is configured.');
    expect(state.inbox).toBe(true);
  });
});

describe('the operator’s texts about the site', () => {
  it('are shown where they belong, and embedded for the browser', async () => {
    const [market, about, contact] = await Promise.all(
      ['/', '/about', '/contact'].map((path) => render(path)),
    );
    for (const { html, state } of [market!, about!, contact!]) {
      expect(html).toContain('aria-label="Altimeter, home"');
      expect(html.match(/href="https:\/\/micro\.example\/@site"/g)?.length).toBeGreaterThan(1);
      expect(state.site).toEqual(siteTexts);
    }
    expect(market!.html).toMatch(/<dt>users<\/dt> <dd>7<\/dd>.*<dt>prices every<\/dt> <dd>60 seconds<\/dd>/);
    expect(JSON.stringify(market!.state)).not.toContain('General Inquiries');
    expect(about!.html).toContain('General Inquiries');
    expect(contact!.html).toMatch(/We respond within 24 hours/);
    expect(contact!.html).toContain('9 AM to 10 AM EST');
  });

  it('leave nothing on the page if they are absent', async () => {
    const silent: SiteTexts = {
      name: 'Sextant',
      social: {},
      claims: { figures: [], refresh: '', investors: '' },
    };
    const pages = await Promise.all(
      ['/', '/about', '/contact'].map((path) => render(path, /contacts/, true, silent)),
    );
    const text = pages.map(({ html, head }) => head.title + html).join('');
    expect(text).toContain('About | Sextant');
    expect(text).not.toMatch(
      /data-part="claims"|In figures|Live chat|Business hours|We respond|How often are prices updated|Altimeter|Microblog/,
    );
  });
});

describe('the lessons', () => {
  it('link to the blog, also for readers without ads', async () => {
    const { html } = await render('/learn', /^$/, false);
    expect(html).toMatch(/<a [^>]*href="\/blog"/);
  });
});

describe('places for ads', () => {
  it('are reserved empty, and only if there are ads', async () => {
    const places = async (path: string, hasAds: boolean) => {
      const { html } = await render(path, /^$/, hasAds);
      expect(html).not.toContain('Sponsored');
      return [...html.matchAll(/data-ad-place="([^"]+)"/g)].map(([, place]) => place);
    };
    expect(await places('/blog', true)).toEqual(['header']);
    expect(await places('/news', true)).toEqual(['sidebar']);
    for (const path of ['/', '/blog', '/news', '/learn']) expect(await places(path, false)).toEqual([]);
  });

  it.each(['/blog', '/learn'])(
    'put the large ad of %s below its heading and above its list',
    async (path) => {
      const { html } = await render(path, /^$/, true);
      const [heading, ad, listed] = ['</h1>', 'data-size="large" data-ad-place="header"', '<article'].map(
        (part) => html.indexOf(part),
      );
      expect(heading).toBeGreaterThan(0);
      expect(ad).toBeGreaterThan(heading!);
      expect(listed).toBeGreaterThan(ad!);
      // Only a line about the page may come between the heading and the ad.
      expect(html.slice(heading, ad)).not.toMatch(/<(?:a|button|h2|article)[ >]/);
    },
  );
});

describe('resolvePath', () => {
  it('gives all unknown URLs the same path', () => {
    expect(resolvePath('/nowhere')).toBe('/404');
    expect(resolvePath('/coin/bitcoin/more')).toBe('/404');
    expect(resolvePath('/coin/bitcoin')).toBe('/coin/bitcoin');
  });

  it('reads no path that is longer than those of pages', () => {
    const coin = (length: number) => `/coin/${'%C3%A9'.repeat(length / 6)}`;
    expect(resolvePath(coin(396))).toBe(coin(396));
    expect(resolvePath(coin(14_400))).toBe('/404');
  });
});
