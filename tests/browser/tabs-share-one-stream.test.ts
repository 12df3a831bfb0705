import { expect, type Page, test } from '@playwright/test';
import { signUp } from '../support/accounts/local-inbox.ts';
import { callAs } from '../support/accounts/user-page.ts';
import { startAppServer } from '../support/app-server.ts';
import type { ChildServer } from '../support/child-server.ts';
import { openPage, watchPage } from '../support/watch-page.ts';

let server: ChildServer;
test.beforeAll(async () => {
  server = await startAppServer({
    MARKET_PROVIDER: 'simulated',
    MARKET_REFRESH_SECONDS: '1',
    AUTH_RATE_LIMIT: 'off',
  });
});
test.afterAll(() => server?.stop());

const open = (page: Page, path: string) => openPage(page, server.url + path);
const foot = (page: Page) => page.locator('[data-part="table-foot"]');
const coinPrice = (page: Page) => page.locator('[data-part="price"]').textContent();

/** The number of streams the server holds open, of `guest`s and `member`s. */
async function countStreams(): Promise<Record<string, number>> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const figures = [...text.matchAll(/^stream_clients\{kind="(\w+)"\} (\d+)$/gm)];
  return Object.fromEntries(figures.map(([, kind, count]) => [kind, Number(count)]));
}
const expectStreams = (counts: Record<string, number>) => expect.poll(countStreams).toEqual(counts);

test('tabs share one stream, and keep it when the leading tab is closed @once', async ({ page, context }) => {
  const watched = watchPage(page);
  await open(page, '/');
  await page.getByRole('switch', { name: 'Live' }).click();
  await expect(foot(page)).toContainText('Live: updates as quotes arrive');

  const coin = await context.newPage();
  await open(coin, '/coin/bitcoin');
  const first = await coinPrice(coin);
  await expect.poll(() => coinPrice(coin)).not.toBe(first);
  await expectStreams({ guest: 1, member: 0 });
  watched.expectNoProblems();

  await page.close();
  const second = await coinPrice(coin);
  await expect.poll(() => coinPrice(coin)).not.toBe(second);
  await expectStreams({ guest: 1, member: 0 });

  // The Live setting is remembered; the coin's own page is live in any case.
  await open(coin, '/');
  await expect(foot(coin)).toContainText('Live: updates as quotes arrive');
  await coin.getByRole('switch', { name: 'Live' }).click();
  await expect(foot(coin)).toContainText('Data updates manually only');
  await expectStreams({ guest: 0, member: 0 });
});

test('signing in and out in one tab changes the stream of all tabs @once @long', async ({
  page,
  context,
}) => {
  await open(page, '/coin/ethereum');
  await expectStreams({ guest: 1, member: 0 });
  const other = await context.newPage();
  await open(other, '/');
  await signUp(other, server.url, `ada.${Date.now()}@example.com`);
  await expectStreams({ guest: 0, member: 1 });
  const before = await coinPrice(page);
  await expect.poll(() => coinPrice(page)).not.toBe(before);

  await callAs(other, 'POST', '/api/watchlist', { coinId: 'bitcoin', symbol: 'BTC', name: 'Bitcoin' });
  await open(other, '/watchlist');
  const price = await other.locator('[data-part="price"]').textContent();
  await expect.poll(() => other.locator('[data-part="price"]').textContent()).not.toBe(price);
  await expectStreams({ guest: 0, member: 1 });

  const menu = other.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await other.getByRole('button', { name: 'Sign Out' }).first().click();
  await expectStreams({ guest: 1, member: 0 });
});
