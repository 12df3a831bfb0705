import { expect, type Page, test } from '@playwright/test';
import { signUp } from '../support/accounts/local-inbox.ts';
import { callAs, createAxe, expectAccessible } from '../support/accounts/user-page.ts';
import { serveSite } from '../support/test-site.ts';
import { boxOf, openPage, waitForHydration, watchPage } from '../support/watch-page.ts';

const server = serveSite('search');
let number = 0;

const open = (page: Page, path: string) => openPage(page, server.url + path);
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;
const search = (page: Page) => page.getByRole('dialog', { name: 'Search coins and commands' });
const group = (page: Page, name: string) => search(page).getByRole('group', { name, exact: true });
const coins = (page: Page) => group(page, 'Coins').getByRole('option');
/** Phones have no search box in the bar that accepts letters while the dialog loads. */
async function openSearch(page: Page, key = '/'): Promise<void> {
  await page.keyboard.press(key);
  await expect(search(page).getByRole('combobox')).toBeFocused();
}
const options = (page: Page) => search(page).getByRole('option');

test('search opens by key and leads to a coin by arrows and Enter @both', async ({ page }) => {
  await open(page, '/');
  await page.keyboard.press('/');
  await search(page).getByRole('combobox').fill('eth');
  await page.keyboard.press('Escape');
  await expect(search(page)).toBeHidden();
  await page.keyboard.press('Control+k');
  const box = search(page).getByRole('combobox');
  await expect(box).toBeFocused();
  await page.keyboard.type('bitcoin');
  const options = search(page).getByRole('option');
  await expect(options.first()).toContainText('Bitcoin');
  await expect(options.first()).toContainText('BTC');
  if (!isPhone(page)) await expect(options.first()).toContainText('#1');
  await expect(options.first().locator('mark')).toHaveText('Bitcoin');
  expect(await coins(page).count()).toBeLessThanOrEqual(5);
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${server.url}/coin/bitcoin`);
  await expect(search(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Bitcoin');
  await page.keyboard.press('/');
  await expect(search(page).getByRole('combobox')).toHaveValue('');
});

test('letters typed right after the key are not lost while the search loads @once', async ({ page }) => {
  await open(page, '/');
  await page.route(/site-search/, async (route) => {
    await page.evaluate(() => document.title);
    await route.continue();
  });
  await page.keyboard.press('/');
  await page.keyboard.type('tether');
  await expect(search(page).getByRole('combobox')).toHaveValue('tether');
  await expect(search(page).getByRole('option').first()).toContainText('USDT');
});

test('Escape closes the search while it loads, and the input is gone @once @long', async ({ page }) => {
  await open(page, '/');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/site-search/, async (route) => {
    await held;
    await route.continue();
  });
  const box = page.getByRole('banner').getByRole('searchbox');
  await page.keyboard.press('/');
  await page.keyboard.type('tether');
  await expect(box).toHaveValue('tether');
  await page.keyboard.press('Escape');
  await expect(box).toHaveValue('');
  const loaded = page.waitForResponse(/site-search.*\.js$/);
  release();
  await page.evaluate(async (url) => {
    await import(url);
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  }, (await loaded).url());
  await expect(search(page)).toHaveCount(0);
  await box.click();
  await expect(search(page).getByRole('combobox')).toHaveValue('');
});

test('search finds two-letter symbols, says when there are no results, and survives a failing server @once', async ({
  page,
}) => {
  await open(page, '/news');
  const requests: string[] = [];
  page.on('request', (request) => request.url().includes('/api/search') && requests.push(request.url()));
  await page.keyboard.press('Control+k');
  const box = search(page).getByRole('combobox');
  await box.fill('op');
  await expect(search(page).getByRole('option').first()).toContainText('Optimism');
  expect(requests).toEqual([]);
  await box.fill('zzzzzz');
  await expect(search(page).getByText('No coin found for “zzzzzz”.')).toBeVisible();
  await page.route(/\/api\/search/, (route) => route.fulfill({ status: 503, body: '{}' }));
  await box.fill('qqqqqq');
  await expect(search(page).getByRole('alert')).toContainText('could not be reached');
  await page.unroute(/\/api\/search/);
  await search(page).getByRole('button', { name: 'Retry' }).click();
  await expect(search(page).getByText('No coin found for “qqqqqq”.')).toBeVisible();
});

test('the search opens with trending coins, then with recent and watched ones, each with price and change @long', async ({
  page,
}) => {
  const watched = watchPage(page);
  await signUp(page, server.url, `mara.search.${++number}@example.com`);
  for (const [coinId, symbol, name] of [
    ['litecoin', 'ltc', 'Litecoin'],
    ['ripple', 'xrp', 'XRP'],
  ])
    await callAs(page, 'POST', '/api/watchlist', { coinId, symbol, name });
  await open(page, '/news');
  await openSearch(page);
  await expect(group(page, 'Recent')).toHaveCount(0);
  await expect(group(page, 'Watched').getByRole('option')).toHaveText([/Litecoin/, /XRP/]);
  expect(await group(page, 'Trending').getByRole('option').count()).toBeGreaterThan(1);
  await page.keyboard.press('Escape');

  await open(page, '/coin/ethereum');
  await open(page, '/coin/litecoin');
  await openSearch(page);
  await expect(group(page, 'Recent').getByRole('option')).toHaveText([/Litecoin/, /Ethereum/]);
  await expect(group(page, 'Watched').getByRole('option')).toHaveText([/XRP/]);
  for (const name of ['Recent', 'Watched', 'Trending']) {
    for (const option of await group(page, name).getByRole('option').all())
      await expect(option).toHaveText(/\$[\d.,₀-₉]+.*\d\.\d\d%/);
  }
  await expect(search(page)).toContainText(/Prices as of \d\d:\d\d:\d\d/);
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const { violations } = await createAxe(page, theme).include('[role=dialog]').analyze();
    expect(violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
  if (isPhone(page)) expect(await boxOf(search(page))).toMatchObject({ x: 0, y: 0, ...page.viewportSize() });
  else expect((await boxOf(search(page))).width).toBe(640);

  // Arrow keys move through all groups and wrap around.
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
  await expect(options(page).last()).toBeInViewport();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${server.url}/coin/ethereum`);
  watched.expectNoProblems();
});

test('recent coins are stored in this browser, and cleared on request @long', async ({ page }) => {
  await open(page, '/coin/bitcoin');
  await openSearch(page);
  await expect(group(page, 'Recent').getByRole('option')).toHaveText([/Bitcoin/]);
  await page.reload();
  await open(page, '/');
  await openSearch(page);
  await expect(group(page, 'Recent').getByRole('option')).toHaveText([/Bitcoin/]);
  await group(page, 'Commands').getByRole('option', { name: 'Forget recent coins' }).click();
  await expect(search(page)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('altimeter:recent-coins'))).toBeNull();
  await openSearch(page);
  await expect(group(page, 'Trending')).toBeVisible();
  await expect(group(page, 'Recent')).toHaveCount(0);
  await expect(options(page).filter({ hasText: 'Forget' })).toHaveCount(0);
});

test('commands are found by keywords, run by Enter or a click, and show their keys', async ({ page }) => {
  await open(page, '/');
  const html = page.locator('html');
  const theme = await html.getAttribute('data-theme');
  await openSearch(page, 'Control+k');
  await page.keyboard.type('theme');
  const command = group(page, 'Commands').getByRole('option', { name: 'Switch theme' });
  await expect(command).toHaveAttribute('aria-selected', 'true');
  if (!isPhone(page)) await expect(command.locator('kbd')).toHaveText('T');
  await page.keyboard.press('Enter');
  await expect(html).not.toHaveAttribute('data-theme', theme!);
  await expect(search(page)).toHaveCount(0);

  await openSearch(page);
  await page.keyboard.type('news');
  await group(page, 'Commands').getByRole('option', { name: 'Go to News' }).click();
  await expect(page).toHaveURL(`${server.url}/news`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Crypto News');
  await openSearch(page);
  await page.keyboard.type('shortcuts');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await openSearch(page);
  // Commands for users are not offered to visitors.
  for (const text of ['hide', 'create', 'portfolio']) {
    await search(page).getByRole('combobox').fill(text);
    await expect(group(page, 'Commands').getByRole('option')).toHaveCount(0);
  }
});

test('a user hides amounts and sets an alert from the search @long', async ({ page }) => {
  await signUp(page, server.url, `mara.search.${++number}@example.com`);
  await open(page, '/news');
  await openSearch(page);
  await group(page, 'Commands').getByRole('option', { name: 'Hide amounts' }).click();
  expect(await page.evaluate(() => localStorage.getItem('altimeter:hidden-amounts'))).toBe('yes');
  await openSearch(page);
  await group(page, 'Commands').getByRole('option', { name: 'Show amounts' }).click();

  await openSearch(page);
  await page.keyboard.type('alert on ethereum');
  const action = group(page, 'Set alert on').getByRole('option').first();
  await expect(action).toContainText('Ethereum');
  await expect(action).toHaveText(/\$[\d.,]+/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${server.url}/coin/ethereum`);
  const form = page.getByRole('dialog', { name: /alert/i });
  await expect(form).toBeVisible();
  await expect(form).toContainText('Ethereum');
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  // The form opens once: not again on reload, but again from the search.
  await page.reload();
  await waitForHydration(page);
  await expect(page.getByRole('button', { name: 'Set alert' })).toBeVisible();
  await expect(form).toHaveCount(0);
  await openSearch(page);
  await page.keyboard.type('alert ethereum');
  await group(page, 'Set alert on').getByRole('option').first().click();
  await expect(form).toBeVisible();
  await page.keyboard.press('Escape');
  await openSearch(page);
  await page.keyboard.type('create alert');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${server.url}/alerts`);
  await expect(form).toBeVisible();
});

test('a visitor who wants an alert is asked to sign in @once @long', async ({ page }) => {
  await open(page, '/news');
  await openSearch(page);
  await page.keyboard.type('alert on bitcoin');
  await group(page, 'Set alert on').getByRole('option').first().click();
  await expect(page.locator('[data-toast]')).toContainText('Sign In Required');
});

test('letters typed while the search loads are not shortcuts, even if the bar has no box @once @long', async ({
  page,
}) => {
  await page.setViewportSize({ width: 900, height: 800 });
  await open(page, '/');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/site-search/, async (route) => {
    await held;
    await route.continue();
  });
  const theme = await page.locator('html').getAttribute('data-theme');
  await page.keyboard.press('/');
  await page.keyboard.type('tether');
  expect(await page.locator('html').getAttribute('data-theme')).toBe(theme);
  release();
  await expect(search(page).getByRole('combobox')).toHaveValue('tether');
});

test('the search box shows all its text on a wide touch screen @once @long', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, hasTouch: true });
  const page = await context.newPage();
  await signUp(page, server.url, `touch.search.with.a.long.name.${++number}@example.com`);
  await open(page, '/news');
  const room = await page
    .getByRole('banner')
    .getByRole('searchbox')
    .evaluate((element) => {
      const input = element as HTMLInputElement;
      const { font, paddingLeft, paddingRight } = getComputedStyle(input);
      const pen = document.createElement('canvas').getContext('2d')!;
      pen.font = font;
      const key = input.parentElement?.querySelector('kbd')?.offsetWidth ?? 0;
      const sides = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight) + key;
      return input.clientWidth - sides - pen.measureText(input.placeholder).width;
    });
  expect(room).toBeGreaterThanOrEqual(0);
  await context.close();
});
