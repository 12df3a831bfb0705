import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../support/accounts/user-page.ts';
import { startAppServer } from '../support/app-server.ts';
import type { ChildServer } from '../support/child-server.ts';
import { type FeedItem, type FeedServer, rssFeed, startFeedServer } from '../support/news/feed-server.ts';
import { boxOf, openPage, watchPage } from '../support/watch-page.ts';

const hour = 60 * 60_000;
const now = Date.now();
const item = (title: string, hours: number, parts: Partial<FeedItem> = {}): FeedItem => ({
  title,
  url: `https://news.example/${encodeURIComponent(title)}`,
  at: now - hours * hour,
  ...parts,
});

const ledger = rssFeed('Block Ledger: all of it', [
  item('Bitcoin holds above $100,000 after the rate decision', 0.5, {
    summary: '<p>It gave back most of it.</p>',
  }),
  item('Regulator publishes draft rules for custody', 9),
  item('<script>window.hacked = true</script><img src=x onerror="hacked = true">Scripts are words here', 26),
]);
const weekly = rssFeed('Chain Weekly', [
  item('Fee market changes move into the next Ethereum upgrade', 2.5),
  item('Ethereum clients agree on the scope', 30),
  item('A quiet day, and a link to nowhere', 40, { url: 'javascript:window.hacked=true' }),
]);

let feeds: FeedServer;
let server: ChildServer;

test.beforeAll(async () => {
  feeds = await startFeedServer();
  feeds.set('/ledger', ledger);
  feeds.set('/weekly', weekly);
  feeds.set('/broken', (_request, response) => response.writeHead(500).end());
  server = await startAppServer({
    MARKET_PROVIDER: 'simulated',
    NEWS_FEEDS: ['/ledger', '/weekly', '/broken'].map((path) => feeds.origin + path).join(','),
  });
  await expect.poll(async () => (await (await fetch(`${server.url}/api/news`)).json()).data.length).toBe(5);
});
test.afterAll(async () => {
  await server?.stop();
  await feeds?.close();
});

const open = (page: Page, path = '/news') => openPage(page, server.url + path);
const titles = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 }).getByRole('link');

/** Goes to the news from another page, without reloading. */
async function goToNews(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'News', exact: true }).first().click();
}

const filters = (page: Page) => page.getByRole('complementary', { name: 'Filters' });
const opener = (page: Page) => filters(page).getByRole('button', { name: /^Filter/ });

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;

/** On a phone the filters are collapsed. */
async function openFilters(page: Page): Promise<void> {
  if (isPhone(page)) await opener(page).click();
}

async function choose(page: Page, name: RegExp): Promise<void> {
  await openFilters(page);
  await filters(page).getByRole('button', { name }).click();
}

test('a visitor reads the newest headlines, and narrows them', async ({ page, context }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const watched = watchPage(page);
  await open(page);
  await expect(page.getByRole('heading', { name: 'Crypto News', level: 1 })).toBeVisible();
  await expect(page.getByText(/^Headlines as of \d\d:\d\d:\d\d$/)).toBeVisible();
  await expect(titles(page)).toHaveText([
    /^Bitcoin holds above \$100,000/,
    /^Fee market changes/,
    /^Regulator publishes/,
    /^Scripts are words here/,
    /^Ethereum clients agree/,
  ]);
  const article = (place: number) => page.getByRole('article').nth(place);
  for (const text of ['Bitcoin', 'It gave back most of it.', 'Block Ledger', 'under 1 hour ago'])
    await expect(article(0)).toContainText(text);
  await expect(article(1)).toContainText('2 hours ago');
  await expect(article(2)).toContainText('Regulation');
  const trending = (place: number) => article(place).getByRole('img', { name: 'Trending' });
  await expect(trending(0)).toBeVisible();
  await expect(trending(2)).toHaveCount(0);
  if (!isPhone(page)) {
    await trending(0).hover();
    await expect(page.getByRole('tooltip')).toHaveText('Trending');
    await page.mouse.move(0, 0);
  }
  await expect(article(3)).toContainText('1 day ago');

  await choose(page, /^Ethereum \+0%/);
  if (isPhone(page)) await expect(opener(page)).toBeFocused();
  await expect(titles(page)).toHaveText([/^Fee market changes/, /^Ethereum clients agree/]);
  await expect(page.getByText('2 of 5 articles: Ethereum')).toBeVisible();
  await choose(page, /^Ethereum/);
  await expect(titles(page)).toHaveCount(5);
  await choose(page, /^Chain Weekly/);
  await expect(titles(page)).toHaveCount(2);
  await page.reload();
  await expect(titles(page)).toHaveCount(2);
  await openFilters(page);
  await expectAccessible(page);
  const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(width).toBeLessThanOrEqual(room!);
  await filters(page).getByRole('button', { name: 'Clear Filter' }).click();
  await expect(titles(page)).toHaveCount(5);

  await openPage(page, `${server.url}/news?topic=Nothing`);
  await expect(page.getByText('No articles found for the chosen filter')).toBeVisible();
  await page.getByRole('region', { name: 'Articles' }).getByRole('button', { name: 'Clear Filter' }).click();
  await expect(titles(page)).toHaveCount(5);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(await page.content()).not.toContain('javascript:');

  await context.route('https://news.example/**', (route) => route.fulfill({ body: 'The article.' }));
  // Clicks the middle of the card, away from the headline's text.
  const [tab] = await Promise.all([context.waitForEvent('page'), article(0).click()]);
  await expect(tab.getByText('The article.')).toBeVisible();
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  expect(requests.filter((url) => !url.startsWith(server.url))).toEqual([]);
  watched.expectNoProblems();
});

test('a coin has its description and news next to its statistics @once @long', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, '/coin/bitcoin');
  const box = async (name: string) => await boxOf(page.getByRole('region', { name }));
  const [about, news, links, statistics] = [
    await box('About Bitcoin'),
    await box('Bitcoin in the news'),
    await box('Links'),
    await box('Market Statistics'),
  ];
  expect([news.x, links.x]).toEqual([about.x, about.x]);
  expect(news.y).toBeGreaterThan(about.y + about.height);
  expect(links.y).toBeGreaterThan(news.y + news.height);
  expect(statistics.y).toBe(about.y);
  expect(statistics.x).toBeGreaterThan(about.x + about.width);
  expect(about.width / statistics.width).toBeCloseTo(2, 0);
});

test('a coin has its news on its page, and no section without news @phone @long', async ({ page }) => {
  await open(page, '/coin/bitcoin');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  const news = page.getByRole('region', { name: 'Bitcoin in the news' });
  await expect(news.getByRole('listitem').getByRole('link')).toHaveText([/^Bitcoin holds above/]);
  await expect(news.getByRole('listitem')).toContainText('Block Ledger');
  await expect(news.getByRole('listitem')).toContainText('under 1 hour ago');
  await expect(news.getByRole('link', { name: 'All news' })).toHaveAttribute('href', '/news');
  await expectAccessible(page, 'section[aria-labelledby="coin-news"]');
  await news.getByRole('listitem').scrollIntoViewIfNeeded();
  // The whole row is the link.
  const [row, link] = [
    await boxOf(news.getByRole('listitem')),
    await news.getByRole('listitem').evaluate((item) => {
      const box = item.getBoundingClientRect();
      return document.elementFromPoint(box.right - 4, box.bottom - 4)?.closest('a')?.textContent;
    }),
  ];
  expect(row.height).toBeGreaterThanOrEqual(44);
  expect(link).toMatch(/^Bitcoin holds above/);
  await open(page, '/coin/litecoin');
  await expect(page.getByRole('region', { name: 'About Litecoin' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /in the news/ })).toHaveCount(0);
});

test('a failure to load is shown and can be retried; no news is not an error @phone @long', async ({
  page,
}) => {
  await open(page, '/');
  await page.route(/\/api\/news/, (route) => route.abort());
  await goToNews(page);
  const articles = page.getByRole('region', { name: 'Articles' });
  await expect(articles.getByRole('alert')).toContainText('Failed to load news. Please try again later.');
  await expect(page.getByText('Headlines as of')).toHaveCount(0);
  await opener(page).click();
  await expect(page.getByText('Failed to load trending topics')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Popular Sources' })).toHaveCount(0);
  await page.unroute(/\/api\/news/);
  await articles.getByRole('button', { name: 'Retry' }).click();
  await expect(titles(page)).toHaveCount(5);

  await page.route('**/api/news', (route) => route.fulfill({ json: { data: [] } }));
  await page.route('**/api/news/trending-topics', (route) => route.fulfill({ json: [] }));
  await open(page, '/');
  await goToNews(page);
  await expect(page.getByText('No news articles available at the moment.')).toBeVisible();
  await opener(page).click();
  await expect(page.getByText('No trending topics available.')).toBeVisible();
});
