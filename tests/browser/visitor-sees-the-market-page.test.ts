import { expect, type Page, test } from '@playwright/test';
import { createAxe } from '../support/accounts/user-page.ts';
import { startAppServer } from '../support/app-server.ts';
import type { ChildServer } from '../support/child-server.ts';
import { isPhone, openMarket, tableHead, tableRows, tableSearch } from '../support/market/market-page.ts';
import { boxOf } from '../support/watch-page.ts';

let server: ChildServer;
test.beforeAll(async () => {
  server = await startAppServer({ MARKET_PROVIDER: 'simulated', MARKET_REFRESH_SECONDS: '1' });
});
test.afterAll(() => server?.stop());

/** On a phone the cards are in tabs. */
async function showPane(page: Page, name: string): Promise<void> {
  if (isPhone(page)) await page.getByRole('tab', { name }).click();
}

test('trending coins and the portfolio card are above the table, on a phone in tabs @both', async ({
  page,
}) => {
  await openMarket(page, server.url);
  await showPane(page, 'Trending');
  const trending = page.getByRole('region', { name: 'Trending Cryptocurrencies' });
  await expect(trending.locator('a[href^="/coin/"]')).toHaveCount(5);
  for (const link of await trending.locator('a[href^="/coin/"]').all()) {
    await expect(link).toHaveAttribute('href', /^\/coin\/[a-z0-9-]+$/);
  }
  await expect(trending.getByRole('link', { name: 'View All' })).toHaveAttribute('href', '/');
  await showPane(page, 'Portfolio');
  const portfolio = page.getByRole('region', { name: 'Portfolio' });
  await expect(portfolio).toContainText('See what your coins are worth');
  await expect(portfolio.getByRole('link')).toHaveAttribute('href', '/signin');
});

test('the chart is there from the first paint, shows the list’s change, and moves nothing', async ({
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await openMarket(page, server.url);
  await page.waitForLoadState('networkidle');
  // On a phone it loads nothing until its tab is opened.
  if (isPhone(page)) expect(requests.filter((url) => /market-chart|\/history/.test(url))).toEqual([]);
  const week = await tableRows(page).first().locator('td').nth(8).textContent();
  await showPane(page, 'Chart');
  const chart = page.getByRole('region', { name: 'Market Overview' });
  await expect(chart.locator('svg[role="img"]').first()).toBeVisible();
  await expect(chart.locator('[data-variant]').first()).toHaveText(week!);
  if (!isPhone(page)) expect((await boxOf(chart)).height).toBe(188);
});

test('nothing moves while the page loads, and it never scrolls sideways @both', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        Object.assign(window, { shift: (window as unknown as { shift: number }).shift + entry.value });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await openMarket(page, server.url);
  await page.waitForLoadState('networkidle');
  const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
  expect(shift).toBeLessThanOrEqual(0.01);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(page.viewportSize()?.width);
});

test('the first screen of a phone shows eight rows @phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await openMarket(page, server.url);
  const bar = await boxOf(page.getByRole('navigation', { name: 'Sections' }));
  const row = await boxOf(tableRows(page).nth(7));
  expect(row!.height).toBe(56);
  expect(row!.y + row!.height).toBeLessThanOrEqual(bar!.y);
});

test('the first screen of a wide page shows the table @once', async ({ page }) => {
  for (const [width, height, count] of [
    [1280, 900, 7],
    [768, 1024, 10],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openMarket(page, server.url);
    // One row less than with a real market, because of the simulated market's notice above.
    const row = await boxOf(tableRows(page).nth(count - 1));
    expect(row!.y + row!.height, String(width)).toBeLessThanOrEqual(height);
  }
});

test('the titles of the cards have one line each on a tablet @once', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await openMarket(page, server.url);
  for (const name of ['Market Overview', 'Trending Cryptocurrencies', 'Portfolio']) {
    const title = page.getByRole('heading', { name, exact: true });
    const measure = () =>
      title.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return { lines: range.getClientRects().length, isCut: element.scrollWidth > element.clientWidth };
      });
    await expect.poll(measure, name).toEqual({ lines: 1, isCut: false });
  }
});

test('a phone’s tabs move by arrow keys, are in the URL and return with Back @phone', async ({ page }) => {
  await openMarket(page, server.url);
  await page.getByRole('tab', { name: 'Coins' }).focus();
  await page.keyboard.press('ArrowRight');
  const trending = page.getByRole('tab', { name: 'Trending' });
  await expect(trending).toBeFocused();
  await expect(trending).toHaveAttribute('aria-selected', 'true');
  await expect(tableRows(page).first()).toBeHidden();
  await expect.poll(() => new URL(page.url()).search).toBe('?pane=trending');
  await page.locator('#pane-trending a[href^="/coin/"]').first().click();
  await page.waitForURL('**/coin/**');
  await page.goBack();
  await expect(trending).toHaveAttribute('aria-selected', 'true');
});

test('a phone shows rank, coin, price and change, with large touch targets @phone', async ({ page }) => {
  await openMarket(page, server.url);
  for (const name of ['Price', '24h %']) await expect(tableHead(page, name)).toBeVisible();
  for (const name of ['Market Cap', '1h %', '7d %']) await expect(tableHead(page, name)).toBeHidden();
  await page.getByRole('button', { name: 'Search the table' }).click();
  await expect(tableSearch(page)).toBeFocused();
  const row = tableRows(page).first();
  // The price column ends before the change column, which ends at the edge of the screen.
  for (const cells of [page.locator('[data-list="market"] thead th'), row.locator('td')]) {
    const [price, change] = [await boxOf(cells.nth(3)), await boxOf(cells.nth(4))];
    expect(price.x + price.width).toBeLessThanOrEqual(change.x);
    expect(change.x + change.width).toBe(page.viewportSize()!.width);
  }
  const targets = [
    row.locator('td').nth(1).getByRole('button'),
    row.getByRole('link'),
    page.getByRole('button', { name: 'All coins' }),
    page.getByRole('button', { name: 'Refresh' }),
    page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'Gainers' }),
    tableSearch(page),
    tableHead(page, 'Price').getByRole('button'),
    page.getByRole('tab', { name: 'Chart' }),
    page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Alerts' }),
  ];
  for (const target of targets) {
    expect((await boxOf(target)).height, await target.innerHTML()).toBeGreaterThanOrEqual(44);
  }
});

for (const [theme, tag] of [
  ['light', ' @once @long'],
  ['dark', ' @long'],
] as const) {
  test(`in ${theme}, everyone can read and use the page${tag}`, async ({ page }) => {
    await page.addInitScript((name) => localStorage.setItem('crypto-theme', name), theme);
    await openMarket(page, server.url);
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    const { violations } = await createAxe(page, theme).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
  });
}
