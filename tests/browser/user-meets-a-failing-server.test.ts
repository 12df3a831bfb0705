import { expect, type Page, test } from '@playwright/test';
import { signUp } from '../support/accounts/local-inbox.ts';
import { callAs, expectAccessible, pressRetry } from '../support/accounts/user-page.ts';
import { form } from '../support/portfolio/ledger-page.ts';
import { addButton } from '../support/portfolio/portfolio-page.ts';
import { serveStillMarket } from '../support/test-site.ts';
import { openPage } from '../support/watch-page.ts';

const server = serveStillMarket('failing-server', { DEFAULT_TIER: 'premium' });
let number = 0;
const start = (page: Page) => signUp(page, server.url, `failing.${++number}@example.com`);

/** A page's own calls on opening it, with those that it makes again when it is ready, are fewer than this. */
const maxCalls = 6;
/** A page that calls again after each failure makes about as many calls as these, one after another. */
const probes = 30;

test('no page repeats a call that fails, again and again @once', async ({ page }) => {
  await start(page);
  let calls = new Map<string, number>();
  await page.route(/\/api\/(?!auth\/me|stream|portfolios$|global|status)/, async (route) => {
    const { pathname } = new URL(route.request().url());
    calls.set(pathname, (calls.get(pathname) ?? 0) + 1);
    await route.fulfill({ status: 500, json: { message: 'Something went wrong' } });
  });
  const tabs = ['transactions', 'gains', 'methods', 'tax', 'analytics', 'imports'];
  const portfolio = ['/portfolio', ...tabs.map((tab) => `/portfolio?tab=${tab}`)];
  for (const path of ['/', '/coin/bitcoin', ...portfolio, '/watchlist', '/alerts', '/account']) {
    calls = new Map();
    await openPage(page, server.url + path);
    await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
    await page.evaluate(async (count) => {
      for (let probe = 0; probe < count; probe++) await fetch('/api/probe');
    }, probes);
    calls.delete('/api/probe');
    const repeated = [...calls].filter(([, count]) => count > maxCalls);
    expect(repeated, path).toEqual([]);
  }
});

test('a transaction form that could not be loaded says so, and opens with Retry @once', async ({ page }) => {
  await start(page);
  await page.route(/\/settings$/, (route) => route.abort());
  await openPage(page, `${server.url}/portfolio?tab=transactions`);
  const failure = form(page).getByRole('alert');
  await expect(failure).toContainText('The form could not be loaded');
  await page.unroute(/\/settings$/);
  await pressRetry(page, /\/settings$/);
  await expect(form(page).getByLabel('Total paid ($)')).toBeVisible();
  await expect(failure).toHaveCount(0);
});

test('a position whose answer was lost is added once, if it is sent again @once @long', async ({ page }) => {
  await start(page);
  await openPage(page, `${server.url}/portfolio`);
  await addButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Add Position' });
  await dialog.getByRole('combobox', { name: 'Cryptocurrency' }).press('ArrowDown');
  await dialog.getByRole('combobox', { name: 'Cryptocurrency' }).press('Enter');
  await dialog.getByLabel('Amount').fill('2');
  await page.route('**/api/portfolio', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Add Position' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The position was not added.');
  await page.unroute('**/api/portfolio');
  await dialog.getByRole('button', { name: 'Add Position' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await callAs(page, 'GET', '/api/portfolio')).toHaveLength(1);
});

test('a portfolio that cannot be valued says so, and can be retried @once @long', async ({ page }) => {
  await start(page);
  await page.route('**/performance', (route) => route.fulfill({ status: 503, json: {} }));
  await openPage(page, `${server.url}/portfolio`);
  await expect(page.getByRole('alert')).toContainText('This portfolio could not be valued');
  // Its other parts are still there.
  await expect(page.getByRole('navigation', { name: 'Portfolio' })).toBeVisible();
  await pressRetry(page, '**/performance');
  await expect(page.getByRole('heading', { name: 'No holdings yet' })).toBeVisible();
});

test('a failing server signs nobody out, and people can try again @once @long', async ({ page }) => {
  await start(page);
  await page.route('**/api/auth/me', (route) => route.fulfill({ status: 503, json: {} }));
  await openPage(page, `${server.url}/portfolio`);
  const main = page.getByRole('main');
  await expect(main.getByRole('alert')).toContainText('You are still signed in');
  await expect(main.getByRole('link', { name: 'Sign In' })).toHaveCount(0);
  await expectAccessible(page, 'main');
  await pressRetry(page, '**/api/auth/me');
  await expect(page.getByRole('heading', { name: 'No holdings yet' })).toBeVisible();
});

test('tabs report that settings are missing, or work without them @once @long', async ({ page }) => {
  await page
    .context()
    .addCookies([{ name: 'altimeter-currency', value: 'eur', url: server.url, sameSite: 'Lax' }]);
  await start(page);
  const bitcoin = { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin', purchasePrice: '100', amount: '2' };
  await callAs(page, 'POST', '/api/portfolio', bitcoin);
  await page.route('**/settings', (route) => route.fulfill({ status: 503, json: {} }));
  await openPage(page, `${server.url}/portfolio?tab=gains`);
  await expect(page.getByRole('heading', { name: /^No disposals/ })).toBeVisible();
  await openPage(page, `${server.url}/portfolio?tab=methods`);
  await expect(page.getByRole('alert')).toContainText('The methods could not be compared');
  await pressRetry(page, '**/settings');
  await expect(page.getByRole('table', { name: 'Every method over the whole ledger' })).toBeVisible();
});
