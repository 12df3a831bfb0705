import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { createAxe } from '../support/accounts/user-page.ts';
import { serveSite } from '../support/test-site.ts';
import { openPage, waitForHydration, watchPage } from '../support/watch-page.ts';

const server = serveSite('shell');

const open = (page: Page, path: string) => openPage(page, server.url + path);
/** All routes. On those for users, visitors see what they are for. */
const routes = [
  ...['/', '/markets', '/coin/bitcoin', '/portfolio', '/watchlist', '/alerts', '/account', '/news', '/learn'],
  ...['/pricing', '/about', '/contact', '/privacy', '/terms', '/blog', '/blog/percentages-do-not-add-up'],
  ...['/signup?plan=pro&subscribe=true', '/signin', '/signin/verify', '/forgot-password', '/inbox'],
  ...['/newsletter/confirm', '/unsubscribe', '/alerts/pause'],
];

const search = (page: Page) => page.getByRole('dialog', { name: 'Search coins' });

test('every page has a title that is announced, and one heading @once @long', async ({ page }) => {
  const pages = [
    ['/', 'Cryptocurrency prices, live | Altimeter', 'Track Crypto Like a Pro'],
    ['/MARKETS', 'Cryptocurrency prices, live | Altimeter', 'Track Crypto Like a Pro'],
    ['/coin/BITCOIN', /^Bitcoin price/, /Bitcoin/],
    ['/news', 'Crypto News | Altimeter', 'Crypto News'],
    ['/nowhere/at-all', 'Page Not Found | Altimeter', 'Page Not Found'],
  ] as const;
  for (const [path, title, heading] of pages) {
    await open(page, path);
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
});

test('the server sends complete pages with the right status, and the browser hydrates them without errors @once', async ({
  page,
}) => {
  for (const [path, status] of [
    ['/', 200],
    ['/coin/ethereum', 200],
    ['/portfolio', 200],
  ] as const) {
    const watched = watchPage(page);
    const answer = await page.goto(server.url + path);
    expect(answer?.status()).toBe(status);
    await waitForHydration(page);
    watched.expectNoProblems();
  }
  expect((await page.request.get(`${server.url}/coin/no-such-coin`)).status()).toBe(404);
  expect((await page.request.get(`${server.url}/nowhere`)).status()).toBe(404);
  // Undecodable. Here rather than in a unit test, because a bundler may drop a call made only to see whether it throws.
  expect((await page.request.get(`${server.url}/%zz`)).status()).toBe(404);
});

test('without scripts the page still shows the market and its age @once @long', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(server.url);
  await expect(page.getByText('Demo market: simulated prices').first()).toBeVisible();
  await expect(page.getByText(/^As of \d\d:\d\d:\d\d UTC$/)).toBeVisible();
  await expect(page.getByRole('link', { name: /Bitcoin/ }).first()).toBeVisible();
  await context.close();
});

test('every route opens without errors, with one heading, and no wider than the window @narrow', async ({
  page,
}) => {
  const watched = watchPage(page);
  for (const path of routes) {
    await open(page, path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
    const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(width, path).toBeLessThanOrEqual(room!);
    watched.expectNoProblems();
  }
  await page.goto(`${server.url}/nowhere`);
  const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(width).toBeLessThanOrEqual(room!);
});

for (const [theme, tag] of [
  ['light', ' @once'],
  ['dark', ''],
] as const) {
  test(`axe finds nothing on any page, ${theme}${tag}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    for (const path of ['/', '/coin/bitcoin', '/news', '/nowhere']) {
      await open(page, path);
      await page.mouse.move(0, 0);
      const { violations } = await createAxe(page, theme).analyze();
      expect(violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html}`)).toEqual([]);
    }
  });
}

test('the demo market is announced above every page and in its footer @long', async ({ page }) => {
  for (const path of ['/', '/coin/bitcoin', '/learn', '/nowhere']) {
    await open(page, path);
    await expect(page.getByRole('status').getByText('Demo market: simulated prices')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText('Demo market: simulated prices');
  }
});

test('each figure of the overview explains itself, one at a time @long', async ({ page }) => {
  await open(page, '/news');
  const strip = page.getByRole('region', { name: 'Global market' });
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  if (isPhone) await strip.getByRole('button', { name: 'All market figures' }).click();
  const cap = strip.getByRole('button', { name: /Total Market Cap/ });
  await expect(cap).toContainText(/\$\d+\.\d[TBM]/);
  await expect(cap).toContainText(/[+-]?\d+\.\d\d%/);
  await cap.click();
  await expect(page.getByRole('dialog', { name: 'Total Market Cap' })).toContainText(
    'The top 100 coins make up about 95% of it',
  );
  await expect(cap).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(cap).toBeFocused();
  for (const name of ['24h Volume', 'Bitcoin Dominance', 'Active Cryptos']) {
    await strip.getByRole('button', { name: new RegExp(name) }).click();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await strip.getByRole('button', { name: new RegExp(name) }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('? lists the keyboard shortcuts, which are plain text when typed into a field @once', async ({
  page,
}) => {
  await open(page, '/');
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog).toContainText('Search coins');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const field = page.getByPlaceholder('Search cryptocurrencies...');
  const theme = await page.locator('html').getAttribute('data-theme');
  await field.pressSequentially('t/?');
  await expect(field).toHaveValue('t/?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme!);
});

test('the theme follows the device, then the visitor’s choice, without a flash and in every tab @once', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, '/news');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(html).toHaveAttribute('data-theme', 'light');

  const other = await context.newPage();
  await open(other, '/news');
  await page.bringToFront();
  await page.getByRole('button', { name: 'Switch theme' }).click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await page.evaluate(() => localStorage.getItem('crypto-theme'))).toBe('dark');
  await page.keyboard.press('t');
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.keyboard.press('T');

  // The stored choice applies before the first paint, even if all modules of the page are held back.
  await page.route(/\/assets\/.*\.js/, () => {});
  await page.reload({ waitUntil: 'commit' });
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#12151c');
});

test('the 404 page offers three ways to continue @once @long', async ({ page }) => {
  await open(page, '/news');
  await open(page, '/nowhere');
  await expect(page.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact');
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page).toHaveURL(`${server.url}/news`);
  await open(page, '/nowhere');
  await page.getByRole('link', { name: 'Go Home' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Track Crypto Like a Pro');
});

test('a page opened by a link starts at its top with the focus in it, and Back restores the position', async ({
  page,
}) => {
  await open(page, '/');
  const watched = watchPage(page);
  const link = page.locator('table a[href^="/coin/"]').nth(60);
  await link.hover();
  const top = await page.evaluate(() => scrollY);
  expect(top).toBeGreaterThan(1000);
  await link.click();
  await expect(page).toHaveURL(/\/coin\//);
  await expect(page.getByRole('link', { name: 'Back to Markets' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(page.locator('#main')).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Track Crypto Like a Pro');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
  await expect(page).toHaveTitle('Cryptocurrency prices, live | Altimeter');
  watched.expectNoProblems();
});

test('a page opened again starts at its top, and a reloaded one where it was @once @long', async ({
  page,
}) => {
  const top = () => page.evaluate(() => scrollY);
  await open(page, '/');
  await page.evaluate(() => scrollTo(0, 600));
  await expect.poll(top).toBe(600);
  await page.reload();
  await expect.poll(top).toBe(600);
  await open(page, '/coin/bitcoin');
  expect(await top()).toBe(0);
  await page.goBack();
  await expect.poll(top).toBe(600);
});

test('on a phone the links and the search are in a sheet @phone', async ({ page }) => {
  await open(page, '/');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  const sheet = page.getByRole('dialog', { name: 'Menu' });
  await expect(sheet.getByRole('link', { name: 'Markets' })).toHaveAttribute('aria-current', 'page');
  for (const name of ['News', 'Learn', 'Pricing', 'About', 'Sign In', 'Sign Up']) {
    await expect(sheet.getByRole('link', { name })).toBeVisible();
  }
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await sheet.getByRole('searchbox').fill('xrp');
  await expect(search(page).getByRole('option').first()).toContainText('XRP');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await sheet.getByRole('link', { name: 'News' }).click();
  await expect(page).toHaveURL(`${server.url}/news`);
  await expect(sheet).toBeHidden();
});

test('the bar links to all pages and marks the current one @once @long', async ({ page }) => {
  await open(page, '/markets');
  const nav = page.getByRole('navigation', { name: 'Main' });
  await expect(nav.getByRole('link', { name: 'Markets' })).toHaveAttribute('aria-current', 'page');
  const pages = [
    ['News', 'Crypto News', 'Crypto News | Altimeter'],
    ['Learn', 'Learn Cryptocurrency', 'Learn Cryptocurrency | Altimeter'],
    ['About', 'About Altimeter', 'About | Altimeter'],
  ] as const;
  for (const [name, heading, title] of pages) {
    await nav.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(nav.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await expect(page).toHaveTitle(title);
  }
  const footer = page.getByRole('navigation', { name: 'Footer' });
  await expect(footer.getByRole('link')).toHaveText([
    'Live Prices',
    'Portfolio Tracker',
    'Watchlist',
    'Market Analysis',
    'About',
    'Contact',
    'Privacy',
    'Terms',
  ]);
  await expect(page.getByRole('link', { name: 'Email (opens in a new tab)' }).first()).toHaveAttribute(
    'href',
    /^mailto:support@/,
  );
});

test('the first key press reaches the skip link @once', async ({ page }) => {
  await open(page, '/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
});
