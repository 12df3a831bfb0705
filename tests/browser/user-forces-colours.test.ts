import { expect, type Locator, type Page, test } from '@playwright/test';
import { signUp } from '../support/accounts/local-inbox.ts';
import { callAs } from '../support/accounts/user-page.ts';
import { serveStillMarket } from '../support/test-site.ts';
import { openPage } from '../support/watch-page.ts';

const server = serveStillMarket('forced', { DEFAULT_TIER: 'premium' });
let number = 0;

test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } });

const open = (page: Page, path: string) => openPage(page, server.url + path);

async function enter(page: Page): Promise<void> {
  await signUp(page, server.url, `forced.${++number}@example.com`);
  const holding = { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin' };
  await callAs(page, 'POST', '/api/portfolio', { ...holding, amount: '2', purchasePrice: '1000' });
}

/** What an element looks like, its `::before` and `::after` included. */
const lookOf = (locator: Locator) =>
  locator.evaluate((element) =>
    [null, '::before', '::after'].map((part) => {
      const { backgroundColor, color, borderColor, outline, textDecoration } = getComputedStyle(
        element,
        part,
      );
      return { backgroundColor, color, borderColor, outline, textDecoration };
    }),
  );
const backgroundOf = (locator: Locator, part: string | null = null) =>
  locator.evaluate((element, name) => getComputedStyle(element, name).backgroundColor, part);
const pageBackground = (page: Page) => backgroundOf(page.locator('body'));

test('the chosen option looks different from the others @once @long', async ({ page }) => {
  await enter(page);
  await open(page, '/');
  const differ = async (one: Locator, other: Locator) =>
    expect(await lookOf(one)).not.toEqual(await lookOf(other));
  await differ(
    page.getByRole('button', { name: 'All', exact: true, pressed: true }).last(),
    page.getByRole('button', { name: 'Gainers' }),
  );
  await differ(
    page.getByRole('banner').getByRole('link', { name: 'Markets' }),
    page.getByRole('banner').getByRole('link', { name: 'News' }),
  );
  await open(page, '/portfolio');
  const tabs = page.getByRole('navigation', { name: 'Portfolio' });
  await differ(tabs.getByRole('link', { name: 'Holdings' }), tabs.getByRole('link', { name: 'Gains' }));
});

test('stars, switches and the bars of the allocation are drawn @once @long', async ({ page }) => {
  await enter(page);
  await open(page, '/');
  const star = page.locator('[data-list="market"] tbody button').first();
  expect(await backgroundOf(star, '::before')).not.toBe(await backgroundOf(star));
  expect(await backgroundOf(star, '::before')).not.toBe(await pageBackground(page));
  const live = page.getByRole('switch').first();
  expect(await backgroundOf(live, '::after')).not.toBe(await backgroundOf(live));
  await open(page, '/portfolio?tab=analytics');
  const slice = page.locator('[data-series="1"]').first();
  await expect(slice).toBeVisible();
  expect(await backgroundOf(slice)).not.toBe('rgb(255, 255, 255)');
});

test('charts are legible on a black background with a light theme @once @long', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' });
  await page.addInitScript(() => localStorage.setItem('crypto-theme', 'light'));
  await open(page, '/coin/bitcoin');
  const label = page.locator('[data-part="chart"] text').first();
  await expect(label).toBeVisible();
  expect(await label.evaluate((element) => getComputedStyle(element).fill)).toBe('rgb(255, 255, 255)');
  const strokes = await page
    .locator('[data-part="plot"] path[fill="none"], [data-part="plot"] path')
    .evaluateAll((paths) => paths.map((path) => getComputedStyle(path).stroke));
  expect(strokes).toContain('rgb(255, 255, 255)');
});

test('the names of buttons are legible @once @long', async ({ page }) => {
  await enter(page);
  await open(page, '/portfolio');
  // Text has the background of the page, unless its element keeps its own colours.
  const add = page.getByRole('main').getByRole('button', { name: 'Add Position' });
  const { color, background, adjust } = await add.evaluate((element) => {
    const { color, forcedColorAdjust: adjust } = getComputedStyle(element);
    return { color, adjust, background: getComputedStyle(document.body).backgroundColor };
  });
  expect(adjust === 'none' || color !== 'rgb(255, 255, 255)', background).toBe(true);
});
