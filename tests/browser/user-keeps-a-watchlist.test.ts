import { expect, type Page, test } from '@playwright/test';
import type { Coin } from '../../contract/market.ts';
import { signIn, signUp } from '../support/accounts/local-inbox.ts';
import { runAdmin } from '../support/accounts/run-admin.ts';
import { callAs, expectAccessible, pressRetry } from '../support/accounts/user-page.ts';
import { serveSite } from '../support/test-site.ts';
import { openPage, watchPage } from '../support/watch-page.ts';

const server = serveSite('watchlist');
let number = 0;

const newEmail = () => `mara.${++number}@example.com`;
const open = (page: Page, path: string) => openPage(page, server.url + path);
const toast = (page: Page) => page.locator('[data-toast]');
const star = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^(Add ${name} to|Remove ${name} from) watchlist$`) });
const cards = (page: Page) => page.getByRole('article');

/** The ids of the market's first coins. */
async function listCoins(count: number): Promise<Coin[]> {
  const response = await fetch(`${server.url}/api/cryptocurrencies?per_page=${count}`);
  return (await response.json()) as Coin[];
}

/** Adds the market's first coins to the signed-in user's watchlist. */
async function watchFirst(page: Page, count: number): Promise<void> {
  for (const { id, symbol, name } of await listCoins(count))
    await callAs(page, 'POST', '/api/watchlist', { coinId: id, symbol, name });
}

test('a visitor presses a star, signs up, and finds the coin watched', async ({ page }) => {
  const watched = watchPage(page);
  await open(page, '/');
  await star(page, 'Ethereum').click();
  await expect(toast(page)).toContainText('Sign In Required');
  await expect(toast(page)).toContainText(
    'Create a free account to track cryptocurrencies in your watchlist',
  );
  await page.waitForURL(`${server.url}/signup`);
  await page.getByLabel('First name').fill('Mara');
  await page.getByLabel('Last name').fill('Lindt');
  await page.getByLabel('Email address').fill(newEmail());
  await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL(`${server.url}/`);
  await expect(toast(page)).toContainText('Added to watchlist');
  await expect(star(page, 'Ethereum')).toHaveAttribute('aria-pressed', 'true');
  await open(page, '/watchlist');
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toHaveAccessibleName('Ethereum');
  watched.expectNoProblems();
});

test('Escape cancels the redirect to the sign-up page, and the coin is forgotten @once @long', async ({
  page,
}) => {
  await page.clock.install();
  await open(page, '/coin/bitcoin');
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Add to Watchlist' }).click();
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(toast(page)).toContainText('Sign In Required', { timeout: 100 });
  }).toPass({ intervals: [100] });
  expect(await page.evaluate(() => sessionStorage.getItem('altimeter:star'))).toContain('bitcoin');
  await page.keyboard.press('Escape');
  await page.clock.runFor(5000);
  expect(page.url()).toBe(`${server.url}/coin/bitcoin`);
  expect(await page.evaluate(() => sessionStorage.getItem('altimeter:star'))).toBeNull();
});

test('stars, the coin page and the watchlist show the same, and confirm changes', async ({ page }) => {
  const watched = watchPage(page);
  await signUp(page, server.url, newEmail());
  await open(page, '/');
  await star(page, 'Bitcoin').click();
  await expect(toast(page)).toContainText('Added to watchlist');
  await open(page, '/coin/bitcoin');
  await page.getByRole('button', { name: 'Remove from Watchlist' }).click();
  await expect(toast(page)).toContainText('Removed from watchlist');
  await page.getByRole('button', { name: 'Add to Watchlist' }).click();
  await expect(toast(page)).toContainText('Added to watchlist');
  await open(page, '/watchlist');
  const card = cards(page);
  await expect(card).toHaveCount(1);
  for (const figure of ['BTC', 'Market Cap', 'Volume (24h)', '1h Change', '7d Change'])
    await expect(card).toContainText(figure);
  await expect(card.getByRole('link', { name: 'View Details' })).toHaveAttribute('href', '/coin/bitcoin');
  await expect(page.getByText('1 of 10 coins')).toBeVisible();
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Remove Bitcoin from watchlist' }).click();
  await expect(toast(page)).toContainText('Removed from watchlist');
  await expect(page.getByRole('heading', { name: 'Your watchlist is empty' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Browse Cryptocurrencies' })).toHaveAttribute('href', '/');
  await expectAccessible(page);
  watched.expectNoProblems();
});

test('what the server refuses is rolled back, with a message @once @long', async ({ page }) => {
  await signUp(page, server.url, newEmail());
  await open(page, '/');
  await page.route('**/api/watchlist', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await star(page, 'Bitcoin').click();
  await expect(toast(page)).toContainText('Failed to add to watchlist');
  await expect(star(page, 'Bitcoin')).toHaveAttribute('aria-pressed', 'false');
  await page.unroute('**/api/watchlist');
  await star(page, 'Bitcoin').click();
  await expect(toast(page)).toContainText('Added to watchlist');
  await page.route('**/api/watchlist/bitcoin', (route) => route.abort());
  await star(page, 'Bitcoin').click();
  await expect(toast(page)).toContainText('Failed to remove from watchlist');
  await expect(star(page, 'Bitcoin')).toHaveAttribute('aria-pressed', 'true');
});

test('the tenth coin fits and the eleventh does not, until the operator upgrades the plan @once @long', async ({
  page,
}) => {
  const email = newEmail();
  await signUp(page, server.url, email);
  await signIn(page, server.url, email);
  await watchFirst(page, 9);
  const [tenth, eleventh] = (await listCoins(11)).slice(9);
  await open(page, '/');
  await star(page, tenth!.name).click();
  await expect(toast(page)).toContainText('Added to watchlist');
  await star(page, eleventh!.name).click();
  const dialog = page.getByRole('dialog', { name: 'Watchlist Limit Reached' });
  await expect(dialog).toContainText(
    "You've reached your watchlist limit. Upgrade your plan to continue adding more items.",
  );
  const free = dialog.getByRole('region', { name: 'Free' });
  for (const text of ['Current', 'Recommended', '10 watchlist items']) await expect(free).toContainText(text);
  await expect(dialog.getByRole('region', { name: 'Pro' })).toContainText('Unlimited watchlist items');
  await expect(dialog.getByRole('link', { name: 'Upgrade Now' })).toHaveAttribute('href', '/pricing');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(star(page, eleventh!.name)).toHaveAttribute('aria-pressed', 'false');

  await open(page, `/coin/${eleventh!.id}`);
  await page.getByRole('button', { name: 'Add to Watchlist' }).click();
  await expect(toast(page)).toContainText('Watchlist Limit Reached');
  await expect(toast(page)).toContainText(
    'Upgrade to Pro for unlimited watchlist items. Click here to view pricing.',
  );
  await page.waitForURL(`${server.url}/pricing`);

  await runAdmin(server.dataDir, 'user', 'set-tier', email, 'pro');
  await open(page, `/coin/${eleventh!.id}`);
  await page.getByRole('button', { name: 'Add to Watchlist' }).click();
  await expect(toast(page)).toContainText('Added to watchlist');
  await open(page, '/watchlist');
  await expect(cards(page)).toHaveCount(11);
  await expect(page.getByText('11 coins', { exact: true })).toBeVisible();
});

test('Escape cancels the redirect to the plans @once @long', async ({ page }) => {
  await signUp(page, server.url, newEmail());
  await watchFirst(page, 10);
  await page.clock.install();
  const last = (await listCoins(11)).at(-1)!;
  await open(page, `/coin/${last.id}`);
  await page.getByRole('button', { name: 'Add to Watchlist' }).click();
  await expect(toast(page)).toContainText('Watchlist Limit Reached');
  await page.keyboard.press('Escape');
  await page.clock.runFor(3000);
  expect(page.url()).toBe(`${server.url}/coin/${last.id}`);
});

test('a card with any name fits the page, and passes the focus to the next when removed @narrow', async ({
  page,
}) => {
  await signUp(page, server.url, newEmail());
  await watchFirst(page, 2);
  const name = 'Wrapped Bridged Staked Token of an Exchange with a Long Name';
  await page.route('**/api/watchlist', async (route) => {
    const response = await route.fetch();
    const items = (await response.json()) as { name: string }[];
    await route.fulfill({
      response,
      json: items.map((item, index) => (index === 0 ? { ...item, name } : item)),
    });
  });
  await open(page, '/watchlist');
  const remove = page.getByRole('button', { name: `Remove ${name} from watchlist` });
  await expect(remove).toBeVisible();
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
  await page.unroute('**/api/watchlist');
  await remove.click();
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toBeFocused();
});

test('a removal is undone, and the list is remembered @long', async ({ page }) => {
  await signUp(page, server.url, newEmail());
  await watchFirst(page, 2);
  await open(page, '/watchlist');
  await page.getByRole('button', { name: 'Remove Bitcoin from watchlist' }).click();
  await expect(cards(page)).toHaveCount(1);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page)).toContainText('Added to watchlist');
  await expect(cards(page)).toHaveCount(2);

  const list = page.getByRole('table', { name: 'My Watchlist' });
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect(cards(page)).toHaveCount(0);
  await expect(list.getByRole('rowheader')).toHaveCount(2);
  await expect(list.getByRole('link', { name: /^Bitcoin/ })).toHaveAttribute('href', '/coin/bitcoin');
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'List', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await list.getByRole('button', { name: 'Remove Bitcoin from watchlist' }).click();
  await expect(list.getByRole('rowheader')).toHaveCount(1);
  await expect(list.getByRole('row').last()).toBeFocused();
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByRole('rowheader')).toHaveCount(2);
  await page.getByRole('button', { name: 'Cards', exact: true }).click();
  await expect(cards(page)).toHaveCount(2);
});

test('a removal is sent even if the page closes before it could be undone @once', async ({ page }) => {
  await signUp(page, server.url, newEmail());
  await watchFirst(page, 2);
  await open(page, '/watchlist');
  await page.getByRole('button', { name: 'Remove Bitcoin from watchlist' }).click();
  await expect(toast(page)).toContainText('Removed from watchlist');
  await page.reload();
  await expect(cards(page)).toHaveCount(1);
});

test('the watchlist works without its prices, and says so @once @long', async ({ page }) => {
  await signUp(page, server.url, newEmail());
  await watchFirst(page, 2);
  await page.route(/\/api\/cryptocurrencies\?.*ids=/, (route) => route.fulfill({ status: 503, json: {} }));
  await open(page, '/watchlist');
  await expect(page.getByRole('alert')).toContainText('Prices could not be loaded');
  await expect(cards(page)).toHaveCount(2);
  await page.route('**/api/watchlist', (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Your watchlist could not be loaded');
  await pressRetry(page, '**/api/watchlist');
  await expect(cards(page)).toHaveCount(2);
});

test('a visitor sees what the watchlist is for, and how to sign in @long', async ({ page }) => {
  await open(page, '/watchlist');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'My Watchlist' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/signin');
  await expect(main.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup');
  await expectAccessible(page);
});
