import { expect, type Page, test } from '@playwright/test';
import { signUp } from '../support/accounts/local-inbox.ts';
import { pressRetry } from '../support/accounts/user-page.ts';
import { form } from '../support/portfolio/ledger-page.ts';
import { serveStillMarket } from '../support/test-site.ts';
import { openPage } from '../support/watch-page.ts';

const server = serveStillMarket('failing-server');
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
