import { expect, type Page, test } from '@playwright/test';
import { startAppServer } from '../support/app-server.ts';
import type { ChildServer } from '../support/child-server.ts';
import { cells, isPhone, openMarket, tableFoot, tableRows, toNumber } from '../support/market/market-page.ts';
import { stopClock } from '../support/stop-clock.ts';
import { boxOf } from '../support/watch-page.ts';

let server: ChildServer;
test.beforeAll(async () => {
  server = await startAppServer({ MARKET_PROVIDER: 'simulated', MARKET_REFRESH_SECONDS: '1' });
});
test.afterAll(() => server?.stop());

test('a visitor sees the market immediately, and how old it is @both', async ({ page }) => {
  await openMarket(page, server.url);
  await expect(page).toHaveTitle('Cryptocurrency prices, live | Altimeter');
  await expect(page.getByRole('heading', { name: 'Track Crypto Like a Pro', level: 1 })).toBeVisible();
  const button = page.getByRole('link', { name: 'Create free account' });
  if (!isPhone(page)) await expect(button).toHaveAttribute('href', '/signup');
  await expect(page.getByText('Showing 100 of 100 coins')).toBeVisible();
  await expect(tableRows(page)).toHaveCount(100);
  await expect(tableRows(page).first()).toContainText('Bitcoin');
  expect((await cells(page, 'rank')).map(toNumber)).toEqual(Array.from({ length: 100 }, (_, k) => k + 1));
  await expect(tableFoot(page)).toHaveText(/^Data updates manually only • Last updated: \d\d:\d\d:\d\d$/);
});

/** The visible fraction of each claim, from 0 to 1. */
function measureClaims(page: Page): Promise<number[]> {
  return page.locator('[data-part="claims"] > div:visible').evaluateAll((claims) =>
    claims.map((claim) => {
      const [own, line] = [claim, claim.parentElement!].map((part) => part.getBoundingClientRect());
      const text = document.createRange();
      text.selectNodeContents(claim);
      const whole = text.getBoundingClientRect();
      const right = Math.min(own!.right, line!.right);
      const bottom = Math.min(whole.bottom, line!.bottom);
      return (
        (Math.max(0, Math.min(whole.right, right) - whole.left) / whole.width) *
        (Math.max(0, bottom - whole.top) / whole.height)
      );
    }),
  );
}

test('claims are visible entirely or not at all, at any font size @narrow', async ({ page }) => {
  await openMarket(page, server.url);
  for (const size of ['100%', '200%']) {
    await page.evaluate((text) => {
      document.documentElement.style.fontSize = text;
    }, size);
    const seen = (await measureClaims(page)).map((part) => Math.round(part * 100));
    expect([seen[0], seen.filter((part) => part !== 0 && part !== 100)]).toEqual([100, []]);
  }
});

test('the page is complete without JavaScript @once', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(server.url);
  await expect(tableRows(page)).toHaveCount(100);
  await expect(tableFoot(page)).toHaveText(/Last updated: \d\d:\d\d:\d\d UTC$/);
  await expect(
    page.getByRole('region', { name: 'Trending Cryptocurrencies' }).locator('a[href^="/coin/"]'),
  ).toHaveCount(5);
  await context.close();
});

test('/markets is the same page, with / as its canonical address @once @long', async ({ page }) => {
  await openMarket(page, `${server.url}/Markets`);
  await expect(tableRows(page)).toHaveCount(100);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/$/);
});

test('a star invites visitors to sign up @long', async ({ page }) => {
  await openMarket(page, server.url);
  const star = page.getByRole('button', { name: 'Add Bitcoin to watchlist' });
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await star.click();
  await expect(page.getByText('Sign In Required', { exact: true })).toBeVisible();
  const why = 'Create a free account to track cryptocurrencies in your watchlist';
  await expect(page.getByText(why).first()).toBeVisible();
  await page.waitForURL('**/signup');
});

test('Escape, or focusing the message, keeps the visitor on the page @once @long', async ({ page }) => {
  await page.clock.install();
  await openMarket(page, server.url);
  await stopClock(page);
  const star = page.getByRole('button', { name: 'Add Bitcoin to watchlist' });
  const message = page.getByText('Sign In Required', { exact: true });
  await star.click();
  await expect(message).toBeVisible();
  await page.keyboard.press('Escape');
  await page.clock.runFor(3000);
  expect(new URL(page.url()).pathname).toBe('/');

  await star.click();
  await expect(message).toBeVisible();
  await page.keyboard.press('F8');
  await page.clock.runFor(3000);
  expect(new URL(page.url()).pathname).toBe('/');
});

test('a row leads to its coin without reloading the site @narrow', async ({ page }) => {
  await openMarket(page, server.url);
  await page.evaluate(() => Object.assign(window, { isSameLoad: true }));
  await tableRows(page)
    .first()
    .getByRole('link', { name: /Bitcoin/ })
    .click();
  await page.waitForURL('**/coin/bitcoin');
  expect(await page.evaluate(() => 'isSameLoad' in window)).toBe(true);
});

test('a logo that fails to load leaves a placeholder of its size @long', async ({ page }) => {
  await page.route('**/images/coins/**', (route) => route.abort());
  await openMarket(page, server.url);
  const name = tableRows(page).first().getByRole('link');
  await expect(name.locator('img')).toHaveCount(0);
  const box = await boxOf(name.locator('svg').first());
  expect([box?.width, box?.height]).toEqual([26, 26]);
});

test('the whole row, except its star, leads to its coin', async ({ page }) => {
  await openMarket(page, server.url);
  const row = tableRows(page).nth(1);
  const lead = async (cell: number) => {
    // Forced, because the link that covers the whole row gets the click.
    await row.locator('td').nth(cell).click({ force: true });
    await page.waitForURL('**/coin/ethereum');
    await page.goBack();
    await expect(tableRows(page)).toHaveCount(100);
  };
  await lead(4);
  await lead(3);
  await row.getByRole('button', { name: 'Add Ethereum to watchlist' }).click();
  await expect(page.getByText('Sign In Required', { exact: true })).toBeVisible();
  await page.waitForURL('**/signup');
});

test('a row opens in a new tab like its link, wherever it is clicked @once @long', async ({
  page,
  context,
}) => {
  await openMarket(page, server.url);
  const price = tableRows(page).nth(1).locator('td').nth(3).locator('> span');
  for (const click of [{ button: 'middle' as const }, { modifiers: ['ControlOrMeta' as const] }]) {
    const opened = context.waitForEvent('page');
    // Forced, because the row's link lies above the price.
    await price.click({ ...click, force: true });
    const tab = await opened;
    await expect(tab).toHaveURL(`${server.url}/coin/ethereum`);
    await tab.close();
  }
  expect(new URL(page.url()).pathname).toBe('/');
});

test('a row is reached and opened by keyboard, with visible focus @once', async ({ page }) => {
  await openMarket(page, server.url);
  await page.getByRole('button', { name: 'Add Bitcoin to watchlist' }).focus();
  await page.keyboard.press('Tab');
  await expect(tableRows(page).first().getByRole('link')).toBeFocused();
  await expect(tableRows(page).first()).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/coin/bitcoin');
});
