import { expect, test } from '@playwright/test';
import {
  cells,
  changeAnswers,
  isPhone,
  listNames,
  openMarket,
  openTools,
  tableHead,
  tableRows,
  tableSearch,
  toNumber,
} from '../support/market/market-page.ts';
import { serveStillMarket } from '../support/test-site.ts';
import { boxOf } from '../support/watch-page.ts';

const server = serveStillMarket('sorting');

test('a visitor sorts by each column, also by keyboard', async ({ page }) => {
  await openMarket(page, server.url);
  await openTools(page);
  const expectSort = (name: string, direction: string) =>
    expect(tableHead(page, name)).toHaveAttribute('aria-sort', direction);
  const sortBy = async (name: string, label = name) => {
    if (isPhone(page)) await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label });
    else await tableHead(page, name).getByRole('button').click();
  };
  if (!isPhone(page)) await expectSort('#', 'ascending');

  await tableHead(page, 'Price').getByRole('button').click();
  await expectSort('Price', 'descending');
  await expect(tableHead(page, '#')).not.toHaveAttribute('aria-sort');
  const descending = (await cells(page, 'price')).map(toNumber);
  expect(descending).toEqual(descending.toSorted((a, b) => b - a));
  await tableHead(page, 'Price').getByRole('button').press('Enter');
  await expectSort('Price', 'ascending');
  const ascending = (await cells(page, 'price')).map(toNumber);
  expect(ascending).toEqual(ascending.toSorted((a, b) => a - b));

  await sortBy('24h %');
  await expectSort('24h %', 'descending');
  const changes = (await cells(page, 'change')).map(toNumber);
  expect(changes).toEqual(changes.toSorted((a, b) => b - a));

  await sortBy('Name');
  await expect(async () => {
    const names = await listNames(page);
    expect(names).toEqual(names.toSorted((a, b) => b.localeCompare(a, 'en', { sensitivity: 'base' })));
  }).toPass();

  await sortBy('Market Cap');
  await expect(tableRows(page).first()).toContainText('Bitcoin');
  for (const name of ['1h %', 'Volume (24h)', '7d %']) {
    await sortBy(name);
    if (!isPhone(page)) await expectSort(name, 'descending');
  }
  await sortBy('#', 'Rank');
  await expect(tableRows(page).first()).toContainText('Bitcoin');
});

test('tabs show the gainers and the losers of the listed coins, the largest change first', async ({
  page,
}) => {
  await openMarket(page, server.url);
  await openTools(page);
  const tabs = page.getByRole('group', { name: 'Show' });
  for (const [name, sign] of [
    ['Gainers', 1],
    ['Losers', -1],
  ] as const) {
    await tabs.getByRole('button', { name }).click();
    await expect(tabs.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByText(/^Showing \d\d? of 100 coins$/)).toBeVisible();
    await expect(async () => {
      const changes = (await cells(page, 'change')).map(toNumber);
      expect(changes.length).toBeGreaterThan(0);
      expect(changes.every((change) => change * sign > 0)).toBe(true);
      expect(changes).toEqual(changes.toSorted((a, b) => (b - a) * sign));
    }).toPass();
  }
  await tabs.getByRole('button', { name: 'Watchlist' }).click();
  await expect(page.getByText('No watched coins in this table')).toBeVisible();
  await tabs.getByRole('button', { name: 'All' }).click();
  await expect(tableRows(page)).toHaveCount(100);
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

test('the URL has tab, sort and filter, so that a link shows the same', async ({ page, context }) => {
  await openMarket(page, server.url);
  await openTools(page);
  await page.getByRole('button', { name: 'Losers' }).click();
  await tableHead(page, 'Price').getByRole('button').click();
  await tableSearch(page).fill('a');
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ tab: 'losers', sort: '-price', filter: 'a' });
  const other = await context.newPage();
  await openMarket(other, page.url());
  await expect
    .poll(async () => (await listNames(other)).toSorted())
    .toEqual((await listNames(page)).toSorted());
  await expect(tableHead(other, 'Price')).toHaveAttribute('aria-sort', 'descending');
  await other.close();
});

test('a link to other rows never shows those of the plain URL @once', async ({ page }) => {
  await page.route(/\/assets\/.*\.js/, () => {});
  await page.goto(`${server.url}/?tab=gainers`, { waitUntil: 'commit' });
  await expect(tableRows(page)).toHaveCount(100);
  await expect(tableRows(page).first()).toBeHidden();
  await page.goto(`${server.url}/?rows=compact`, { waitUntil: 'commit' });
  await expect(tableRows(page).first()).toBeVisible();
});

test('a visitor finds coins by name or symbol, in any case @once @long', async ({ page }) => {
  await openMarket(page, server.url);
  const search = tableSearch(page);
  await search.fill('BITCOIN');
  await expect(page.getByText(/^Showing \d of 100 coins$/)).toBeVisible();
  for (const name of await listNames(page)) expect(name).toMatch(/bitcoin/i);
  await search.fill('eth');
  await expect(tableRows(page).filter({ hasText: 'Ethereum' }).first()).toBeVisible();
  await search.fill('zzzz');
  await expect(page.getByText('Showing 0 of 100 coins')).toBeVisible();
  await expect(page.getByText('No coins match “zzzz”')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(tableRows(page)).toHaveCount(100);
  await expect(search).toBeFocused();
});

test('the search is still there after Back or a reload @once @long', async ({ page }) => {
  await openMarket(page, server.url);
  const search = tableSearch(page);
  await search.fill('doge');
  await tableRows(page)
    .getByRole('link', { name: /Dogecoin/ })
    .click();
  await page.waitForURL('**/coin/dogecoin');
  await page.goBack();
  await expect(search).toHaveValue('doge');
  await expect(tableRows(page)).toHaveCount(1);
  await page.reload();
  await expect(search).toHaveValue('doge');
  await expect(tableRows(page)).toHaveCount(1);
  await tableRows(page).getByRole('link').click();
  await page.waitForURL('**/coin/dogecoin');
  await page.getByRole('banner').getByRole('link', { name: 'Altimeter' }).click();
  await expect(search).toHaveValue('');
});

test('a name or symbol of any length covers no figure @narrow', async ({ page }) => {
  await changeAnswers(page, 60, ([first, second]) => {
    Object.assign(first!, { name: 'N'.repeat(120), symbol: 's'.repeat(120) });
    Object.assign(second!, { name: '<script>alert(1)</script>', symbol: '</script><script>alert(1)' });
  });
  await openMarket(page, server.url);
  await openTools(page);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(tableRows(page).first()).toContainText('NNN');
  for (const row of (await tableRows(page).all()).slice(0, 2)) {
    const coin = await boxOf(row.locator('td').nth(2).locator('span > span').last());
    const price = await boxOf(row.locator('td').nth(3).locator('> span'));
    expect(coin!.x + coin!.width).toBeLessThanOrEqual(price!.x);
  }
});
