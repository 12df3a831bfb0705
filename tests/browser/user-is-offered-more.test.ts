import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { signIn, signUp } from '../support/accounts/local-inbox.ts';
import { runAdmin } from '../support/accounts/run-admin.ts';
import { expectAccessible } from '../support/accounts/user-page.ts';
import { startAppServer } from '../support/app-server.ts';
import type { ChildServer } from '../support/child-server.ts';
import { type FeedServer, rssFeed, startFeedServer } from '../support/news/feed-server.ts';
import { boxOf, openPage, waitForHydration, watchNewSession, watchPage } from '../support/watch-page.ts';

let feeds: FeedServer;
let server: ChildServer;
let dataDir: string;

test.beforeAll(async () => {
  feeds = await startFeedServer();
  const items = Array.from({ length: 7 }, (_, index) => ({
    title: `Headline ${index}`,
    url: `https://news.example/${index}`,
    at: Date.now() - index * 60_000,
  }));
  feeds.set('/weekly', rssFeed('Chain Weekly', items));
  dataDir = await mkdtemp(join(tmpdir(), 'altimeter-offers-'));
  server = await startAppServer({
    MARKET_PROVIDER: 'simulated',
    NEWS_FEEDS: `${feeds.origin}/weekly`,
    AUTH_RATE_LIMIT: 'off',
    DATA_DIR: dataDir,
  });
  await expect.poll(async () => (await (await fetch(`${server.url}/api/news`)).json()).data.length).toBe(7);
});
test.afterAll(async () => {
  await server?.stop();
  await feeds?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const open = (page: Page, path: string) => openPage(page, server.url + path);
const places = (page: Page) => page.locator('[data-ad-place]:visible');
const ad = (page: Page, place: string) =>
  page.locator(`[data-ad-place="${place}"]`).getByRole('group', { name: /^Sponsored: / });
const offer = (page: Page) => page.getByRole('complementary', { name: /month$/ });

test('a guest sees ads in their places, and a closed one stays closed', async ({ page }) => {
  const watched = watchPage(page);
  await open(page, '/');
  const row = page.getByRole('table', { name: 'Live Prices' }).locator('tbody tr').nth(19);
  await expect(row).toHaveAttribute('data-ad-place', 'table');
  const room = await boxOf(row);
  await row.scrollIntoViewIfNeeded();
  await expect(ad(page, 'table')).toContainText('Sponsored');
  // An image, because a device may have no emoji font.
  await expect(ad(page, 'table')).not.toContainText(/\p{Extended_Pictographic}/u);
  expect((await boxOf(row)).height).toBe(room?.height);
  const link = ad(page, 'table').getByRole('link');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'sponsored noopener');
  await expect(page.getByText('Showing 100 of 100 coins')).toBeVisible();
  await expectAccessible(page, '[data-ad-place="table"]');
  await ad(page, 'table').getByRole('button', { name: 'Hide this ad' }).click();
  await expect(places(page)).toHaveCount(0);
  await page.reload();
  await waitForHydration(page);
  await expect(places(page)).toHaveCount(0);

  // The other ads stay: after every third article, and in the sidebar.
  await open(page, '/news');
  for (const place of ['sidebar', 'between-0', 'between-1']) {
    await page.locator(`[data-ad-place="${place}"]`).scrollIntoViewIfNeeded();
    await expect(ad(page, place)).toBeVisible();
  }
  await expect(places(page)).toHaveCount(3);
  await expectAccessible(page, '[data-part="news"]');
  await ad(page, 'between-0').getByRole('button', { name: 'Hide this ad' }).click();
  await expect(places(page)).toHaveCount(2);
  await page.reload();
  await expect(places(page)).toHaveCount(2);
  await open(page, '/blog');
  await expect(ad(page, 'header')).toBeVisible();
  watched.expectNoProblems();
});

test('users on the free plan are offered a better one, and paying users see neither offers nor ads @long', async ({
  page,
}) => {
  const email = 'mara.offers@example.com';
  await page.clock.install();
  await signUp(page, server.url, email);
  await signIn(page, server.url, email);
  await page.evaluate(() => localStorage.removeItem('altimeter:offer-closed'));
  const watched = await watchNewSession(page);
  let hasFirstMonthOffer = true;
  await page.route('**/api/billing', (route) => route.fulfill({ json: { hasFirstMonthOffer } }));
  await open(page, '/learn');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.clock.runFor(31_000);
  await expect(offer(page)).toContainText('50% off the first month');
  await expect(offer(page)).toContainText('$4.99 instead of $9.99');
  await expectAccessible(page, 'aside[data-urgency]');
  await page.keyboard.press('?');
  await expect(keys).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(offer(page)).toBeVisible();

  // If the popup with guides is due as well, the first to open keeps the other from opening.
  hasFirstMonthOffer = false;
  await open(page, '/');
  const guide = page.getByRole('complementary', { name: /^Free guide/ });
  await page.clock.runFor(31_000);
  await expect(page.getByText('Only $9.99/month').or(guide).first()).toBeVisible();
  const [first, second] = (await guide.isVisible()) ? [guide, offer(page)] : [offer(page), guide];
  await expect(second).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(second).toBeVisible();
  await expect(first).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(second).toHaveCount(0);
  await page.reload();
  await waitForHydration(page);
  await page.clock.runFor(130_000);
  await expect(offer(page)).toHaveCount(0);
  await expect(page.locator('[data-ad-place="table"]')).toBeVisible();

  await runAdmin(dataDir, 'user', 'set-tier', email, 'pro');
  await page.evaluate(() => localStorage.removeItem('altimeter:offer-closed'));
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  // Until the user is known, the places are empty.
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/auth/me', async (route) => {
    await isAnswered;
    await route.continue();
  });
  await open(page, '/news');
  await expect(places(page)).not.toHaveCount(0);
  await expect(ad(page, 'sidebar')).toHaveCount(0);
  answer();
  await expect(places(page)).toHaveCount(0);
  await page.reload();
  await waitForHydration(page);
  await page.clock.runFor(130_000);
  await expect(places(page)).toHaveCount(0);
  await expect(page.locator('aside[data-urgency]')).toHaveCount(0);
  expect(requests).not.toContain('/api/ads');
  watched.expectNoProblems();
});
