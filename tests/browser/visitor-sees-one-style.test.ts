import { expect, type Page, test } from '@playwright/test';
import { signUp } from '../support/accounts/local-inbox.ts';
import { callAs } from '../support/accounts/user-page.ts';
import { serveSite } from '../support/test-site.ts';
import { boxOf, openPage } from '../support/watch-page.ts';

const server = serveSite('style');

const open = (page: Page, path: string) => openPage(page, server.url + path);

test('all cards have the same padding, and logos have a ring in both themes', async ({ page }) => {
  const padding = (page.viewportSize()?.width ?? 0) < 768 ? '16px' : '20px';
  await open(page, '/coin/bitcoin');
  for (const name of ['About Bitcoin', 'Market Statistics', 'Links'])
    await expect(page.getByRole('region', { name })).toHaveCSS('padding-left', padding);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const logo = page.locator('[data-part="coin-head"] img').first();
    await expect(logo).toHaveCSS('box-shadow', /^rgba\(.+\) 0px 0px 0px 1px$/);
  }
  await open(page, '/learn');
  await expect(page.getByRole('article').first()).toHaveCSS('padding-left', padding);
});

test('simulated prices are announced once, above the page, and elsewhere only have their time @long', async ({
  page,
}) => {
  await signUp(page, server.url, `mara.style.${test.info().project.name}@example.com`);
  await callAs(page, 'POST', '/api/watchlist', { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin' });
  for (const path of ['/coin/bitcoin', '/watchlist']) {
    await open(page, path);
    const main = page.getByRole('main');
    await expect(main.getByText(/^As of \d\d:\d\d:\d\d$/).first()).toBeVisible();
    await expect(page.getByRole('status').getByText('Demo market: simulated prices')).toHaveCount(1);
    expect(await main.textContent(), path).not.toMatch(/simulated/i);
  }
});

test('no figure overflows its card in narrow columns @once @long', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  for (const coin of ['bitcoin', 'ethereum']) {
    await open(page, `/coin/${coin}`);
    const statistics = page.getByRole('region', { name: 'Market Statistics' });
    const [width, room] = await statistics.evaluate((card) => [card.scrollWidth, card.clientWidth]);
    expect(width, coin).toBeLessThanOrEqual(room!);
    const right = await statistics
      .getByText(/^High/)
      .evaluate((name) => name.parentElement!.getBoundingClientRect().right);
    const box = await boxOf(statistics);
    expect(right, coin).toBeLessThanOrEqual(box.x + box.width - 20);
  }
});
