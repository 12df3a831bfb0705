import { expect, type Page, test } from '@playwright/test';
import { startAppServer } from '../support/app-server.ts';
import type { ChildServer } from '../support/child-server.ts';
import { openMarket, tableRows } from '../support/market/market-page.ts';
import { boxOf } from '../support/watch-page.ts';

let server: ChildServer;
test.beforeAll(async () => {
  server = await startAppServer({ MARKET_PROVIDER: 'simulated', MARKET_REFRESH_SECONDS: '1' });
});
test.afterAll(() => server?.stop());

const visibleHeads = async (page: Page) =>
  (await page.locator('[data-list="market"] thead th:visible').allInnerTexts()).map((text) => text.trim());
const choose = (page: Page, name: string) =>
  page.getByRole('dialog', { name: 'Columns' }).getByLabel(name, { exact: true });
const everyHead = [
  '#',
  'Watchlist',
  'Name',
  'Price',
  '24h %',
  'Market Cap',
  '1h %',
  'Volume (24h)',
  '7d %',
  'Last 7 days',
];

test('the width determines the columns until the visitor chooses @once @long', async ({ page }) => {
  await openMarket(page, server.url);
  for (const [width, left] of [
    [1280, 10],
    [1100, 8],
    [768, 6],
    [360, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.locator('[data-list="market"] thead th:visible')).toHaveCount(left);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(() => visibleHeads(page)).toEqual(everyHead);
});

test('chosen columns and rows are in the URL, and remembered without a flash @once', async ({ page }) => {
  await openMarket(page, server.url);
  const button = page.getByRole('button', { name: 'Columns' });
  await button.focus();
  await page.keyboard.press('Enter');
  await choose(page, '1h %').press('Space');
  await choose(page, 'Volume (24h)').uncheck();
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('button', { name: 'Compact' }).click();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  const chosen = everyHead.filter((name) => !/1h|Volume/.test(name));
  await expect.poll(() => visibleHeads(page)).toEqual(chosen);
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ columns: 'change.cap.week.line', rows: 'compact' });
  expect((await boxOf(tableRows(page).first())).height).toBe(36);

  // The choice applies before the first paint, even if all modules of the page are held back.
  await page.route(/\/assets\/.*\.js/, () => {});
  await page.goto(server.url, { waitUntil: 'commit' });
  await expect(tableRows(page)).toHaveCount(100);
  await expect.poll(() => visibleHeads(page)).toEqual(chosen);
  await page.goto(`${server.url}/?columns=cap&rows=comfortable`, { waitUntil: 'commit' });
  await expect(tableRows(page)).toHaveCount(100);
  await expect.poll(() => visibleHeads(page)).toEqual(['#', 'Watchlist', 'Name', 'Price', 'Market Cap']);
  expect((await boxOf(tableRows(page).first())).height).toBe(46);
});

test('chosen columns scroll if there is no room, and can be reset to fit the width @once @long', async ({
  page,
}) => {
  await page.setViewportSize({ width: 900, height: 800 });
  await openMarket(page, `${server.url}/?columns=change.cap.hour.volume.week.line`);
  expect(await visibleHeads(page)).toEqual(everyHead);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(900);
  await page.getByRole('columnheader', { name: 'Last 7 days' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('columnheader', { name: 'Last 7 days' })).toBeInViewport();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Fit to width' }).click();
  expect(await visibleHeads(page)).toEqual(everyHead.slice(0, 6));
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('button', { name: 'Columns' }).focus();
});
