import { expect, type Locator, test } from '@playwright/test';
import { startAppServer } from '../support/app-server.ts';
import type { ChildServer } from '../support/child-server.ts';
import {
  cells,
  changeAnswers,
  coinsCall,
  isPhone,
  openMarket,
  openTools,
  tableFoot,
  tableRows,
} from '../support/market/market-page.ts';
import { boxOf, openPage } from '../support/watch-page.ts';

let server: ChildServer;
test.beforeAll(async () => {
  server = await startAppServer({ MARKET_PROVIDER: 'simulated', MARKET_REFRESH_SECONDS: '1' });
});
test.afterAll(() => server?.stop());

test('Refresh asks the server, and keeps prices that are already current @once @long', async ({ page }) => {
  await openMarket(page, server.url);
  const before = await cells(page, 'price');
  const refresh = page.waitForRequest(coinsCall);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await refresh;
  await expect(page.getByRole('status').getByText('Up to date')).toBeVisible();
  expect(await cells(page, 'price')).toEqual(before);
});

test('Refresh shows newer prices @once', async ({ page }) => {
  await openMarket(page, server.url);
  await changeAnswers(page, 60, (coins) => {
    coins[0]!.current_price = 123_456.78;
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(tableRows(page).first()).toContainText('$123,456.78');
  await expect(page.locator('[data-list="market"] [data-flash]').first()).toBeAttached();
});

test('a failed Refresh says so, keeps the prices with their age, and can be retried @once @long', async ({
  page,
}) => {
  await openMarket(page, server.url);
  await page.route(coinsCall, (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Refresh failed.' });
  await expect(alert).toContainText(/still those of \d\d:\d\d:\d\d/);
  await expect(tableRows(page)).toHaveCount(100);
  await page.unroute(coinsCall);
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(alert).toBeHidden();
});

test('prices that are held back or older than the rest are marked', async ({ page }) => {
  await openMarket(page, server.url);
  await openTools(page);
  await changeAnswers(page, 60, (coins) => {
    coins[0]!.quarantined = true;
    coins[1]!.last_updated = new Date(Date.parse(coins[0]!.last_updated ?? '') - 3_600_000).toISOString();
    coins[2]!.current_price = 5.6e-11;
    coins[3]!.current_price = null;
    coins[4]!.price_change_percentage_24h = -0.001;
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(
    tableRows(page)
      .nth(0)
      .getByRole('img', { name: /^Price being checked/ }),
  ).toBeVisible();
  await expect(tableRows(page).nth(1).locator('td').nth(3)).toContainText(
    /as of (?:\d+ \w+ \d+, )?\d\d:\d\d:\d\d/,
  );
  await expect(tableRows(page).nth(2).locator('td').nth(3).locator('> span')).toHaveText('$0.0₁₀56');
  await expect(tableRows(page).nth(2).locator('td').nth(3).locator('> span')).toHaveAttribute(
    'title',
    '$0.000000000056',
  );
  await expect(tableRows(page).nth(3).locator('td').nth(3)).toHaveText('—');
  await expect(tableRows(page).nth(4).locator('[data-variant]').first()).toHaveText('0.00%');
  await expect(tableRows(page).nth(4).locator('[data-variant]').first()).toHaveAttribute(
    'data-variant',
    'none',
  );
});

test('with Live on, the rows follow the market until it is turned off', async ({ page }) => {
  await openMarket(page, server.url);
  await openTools(page);
  const live = page.getByRole('switch', { name: 'Live' });
  await expect(live).toHaveAttribute('aria-checked', 'false');
  const before = await cells(page, 'price');
  await live.click();
  await expect(tableFoot(page)).toContainText('Live: updates as quotes arrive • Last updated: ');
  await expect.poll(() => cells(page, 'price')).not.toEqual(before);
  await expect(page.locator('[data-list="market"] [data-flash]').first()).toBeAttached();

  await page.reload();
  await expect(tableFoot(page)).not.toContainText('UTC');
  await openTools(page);
  await expect(live).toHaveAttribute('aria-checked', 'true');
  await expect(tableFoot(page)).toContainText('Live: updates');
  await live.click();
  await expect(tableFoot(page)).toContainText('Data updates manually only');
});

test('Live pauses while the page is hidden @once @long', async ({ page }) => {
  await openMarket(page, server.url);
  await page.getByRole('switch', { name: 'Live' }).click();
  await expect(tableFoot(page)).toContainText('Live: updates');
  const setHidden = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await setHidden(true);
  await expect(tableFoot(page)).toContainText('Live: paused');
  await setHidden(false);
  await expect(tableFoot(page)).toContainText('Live: updates');
});

test('nothing flashes with reduced motion @once @long', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openMarket(page, server.url);
  await page.getByRole('switch', { name: 'Live' }).click();
  const flash = page.locator('[data-list="market"] [data-flash]').first();
  await expect(flash).toBeAttached();
  await expect(flash).toHaveCSS('animation-duration', '0s');
});

test('coming from another page, placeholder rows have the final size until the coins have loaded @long', async ({
  page,
}) => {
  await openPage(page, `${server.url}/coin/bitcoin`);
  let answer = () => {};
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(coinsCall, async (route) => {
    await isAsked;
    await route.continue();
  });
  await page.getByRole('banner').getByRole('link', { name: 'Altimeter' }).click();
  await expect(page.locator('[data-list="market"] tbody[aria-hidden] tr')).toHaveCount(20);
  const skeleton = await boxOf(page.locator('[data-list="market"] tbody[aria-hidden] tr').first());
  answer();
  await expect(tableRows(page)).toHaveCount(100);
  const row = await boxOf(tableRows(page).first());
  expect(row?.height).toBe(skeleton?.height);
  expect(row?.y).toBe(skeleton?.y);
});

test('if the coins cannot be loaded, the page says so and retries @once @long', async ({ page }) => {
  await openPage(page, `${server.url}/coin/bitcoin`);
  await page.route(coinsCall, (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByRole('banner').getByRole('link', { name: 'Altimeter' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'The coin list could not be loaded' });
  await expect(alert).toBeVisible();
  await page.unroute(coinsCall);
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(tableRows(page)).toHaveCount(100);
});

test('a price with faded digits or counted zeros is copied and read aloud in one piece @once', async ({
  page,
}) => {
  await openMarket(page, server.url);
  const prices = [0.004321, 5.6e-11];
  await changeAnswers(page, 60, (coins) => {
    for (const [index, price] of prices.entries()) coins[index]!.current_price = price;
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  const cell = (index: number) => tableRows(page).nth(index).locator('td:nth-child(4)');
  await expect(cell(1)).toContainText('₁₀');
  const copied = await Promise.all(
    prices.map((_, index) =>
      cell(index).evaluate((element) => {
        const selection = getSelection()!;
        selection.selectAllChildren(element);
        return selection.toString().trim();
      }),
    ),
  );
  expect(copied).toEqual(['$0.004321', '$0.0₁₀56']);
  expect(await cell(0).ariaSnapshot()).toBe('- cell "$0.004321"');
  await expect(cell(1).getByRole('img', { name: '$0.000000000056' })).toBeVisible();
  if (isPhone(page)) return;
  const [faded, plain] = await Promise.all([findPoint(cell(0)), findPoint(cell(2))]);
  expect(Math.abs(faded! - plain!), 'the decimal points stand one below the other').toBeLessThan(1);
});

/** The position of the decimal point of a cell's figure, in px from the left. */
function findPoint(cell: Locator): Promise<number> {
  return cell.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const at = texts.currentNode.textContent?.indexOf('.') ?? -1;
      if (at < 0) continue;
      const point = document.createRange();
      point.setStart(texts.currentNode, at);
      point.setEnd(texts.currentNode, at + 1);
      return point.getBoundingClientRect().left;
    }
    return Number.NaN;
  });
}
