import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { Alert } from '../../contract/alerts.ts';
import type { Coin } from '../../contract/market.ts';
import {
  type SimulatorServer,
  startSimulatorServer,
} from '../../server/market/simulator/server/simulator-server.ts';
import { listMails, signIn, signUp } from '../support/accounts/local-inbox.ts';
import { runAdmin } from '../support/accounts/run-admin.ts';
import { callAs, expectAccessible, pressRetry } from '../support/accounts/user-page.ts';
import { startAppServer } from '../support/app-server.ts';
import type { ChildServer } from '../support/child-server.ts';
import { openPage, watchPage } from '../support/watch-page.ts';

let simulator: SimulatorServer;
let server: ChildServer;
let dataDir: string;
let number = 0;

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'altimeter-alerts-'));
  simulator = await startSimulatorServer({});
  server = await startAppServer({
    MARKET_PROVIDER: 'coingecko',
    COINGECKO_BASE_URL: simulator.url,
    COINGECKO_CALLS_PER_MINUTE: '10000',
    MARKET_REFRESH_SECONDS: '1',
    AUTH_RATE_LIMIT: 'off',
    DATA_DIR: dataDir,
  });
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
});
test.afterAll(async () => {
  await server?.stop();
  await simulator?.close();
  await rm(dataDir, { recursive: true, force: true });
});
test.afterEach(() => simulator.clearFaults());

const newEmail = () => `nora.${++number}.${test.info().project.name}@example.com`;
const open = (page: Page, path: string) => openPage(page, server.url + path);
const toast = (page: Page) => page.locator('[data-toast]');
const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Alerts\b/ });
const form = (page: Page) => page.getByRole('dialog', { name: 'Create alert' });
const row = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
const createButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Create alert' });

/** Presses what can be done with an alert; on a phone it is in a panel. */
async function act(page: Page, name: string): Promise<void> {
  const coin = /(?:\w+ |: )(\w+) alert$/.exec(name)![1];
  if (page.viewportSize()!.width < 768)
    await page.getByRole('button', { name: `More for ${coin} alert` }).click();
  await page.getByRole('button', { name, exact: true }).click();
}

async function priceOf(coinId: string): Promise<number> {
  const response = await fetch(`${server.url}/api/cryptocurrencies?ids=${coinId}`);
  const [coin] = (await response.json()) as Coin[];
  return coin!.current_price!;
}

/** A price that a coin is far from: `factor` times the present one. */
async function farFrom(coinId: string, factor: number): Promise<string> {
  return ((await priceOf(coinId)) * factor).toFixed(2);
}

const addAlert = (page: Page, coinId: string, threshold: string, more: object = {}) =>
  callAs<Alert>(page, 'POST', '/api/alerts', {
    coinId,
    symbol: coinId,
    name: coinId,
    condition: 'price_above',
    threshold,
    ...more,
  });

test('an alert set on the coin page fires once, is told everywhere, and is paused by its mail', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const email = newEmail();
  await signUp(page, server.url, email);
  await signIn(page, server.url, email);
  // What was under way while one session took the other's place may be refused.
  const watched = watchPage(page);
  await open(page, '/coin/solana');
  await page.getByRole('button', { name: 'Set alert' }).click();
  const dialog = form(page);
  await expect(dialog.getByLabel('Threshold')).toHaveValue(/^\d+\.?\d*$/);
  const threshold = await farFrom('solana', 0.9);
  await dialog.getByLabel('Threshold').fill(threshold);
  await expect(dialog.getByLabel('Condition')).toHaveValue('price_below');
  await expect(dialog.getByText(/^Now \$[\d,.]+, -\d+\.\d\d% away$/)).toBeVisible();
  await expect(dialog.getByText(/^In the last 7 days this alert would (not )?have fired/)).toBeVisible();
  await dialog.getByLabel('Note').fill('Buy a tenth');
  await dialog.getByLabel('Fires').selectOption('Every time');
  await expect(dialog.getByLabel('At most')).toHaveValue('60');
  // The previous backtest is dimmed until the new one is there.
  await expect(dialog.getByRole('region', { name: 'Backtest' })).toHaveAttribute('aria-busy', 'false');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await expect(toast(page)).toContainText('Alert created');
  await expect(dialog).toHaveCount(0);

  simulator.setFault('depeg', { coins: ['solana'] });
  const sentence = `Price fell to $${threshold} or below`;
  await expect(toast(page).filter({ hasText: 'Solana alert' })).toContainText(sentence);
  await expect(bell(page)).toHaveAccessibleName('Alerts, 1 not seen');
  await bell(page).click();
  const popover = page.getByRole('dialog', { name: 'Alerts' });
  await expect(popover.getByRole('article')).toContainText(['Solana']);
  await expect(popover).toContainText(/Crossed (at|between) \d\d:\d\d/);
  await expectAccessible(page);
  await popover.getByRole('button', { name: 'Mark all as seen' }).click();
  await expect(bell(page)).toHaveAccessibleName('Alerts');
  await popover.getByRole('link', { name: 'All alerts' }).click();
  await expect(page.getByRole('region', { name: 'History' }).getByRole('article')).toContainText([sentence]);
  await expect(row(page, 'Price falls to').first()).toContainText('Every time, at most once an hour');
  await expect(row(page, 'Price falls to').first()).toContainText('Buy a tenth');
  await expectAccessible(page);

  const told = async () =>
    (await listMails(server.url, email)).filter(({ text }) => text.includes('/alerts/pause#'));
  await expect.poll(async () => (await told()).length).toBe(1);
  const link = /\/alerts\/pause#\S+/.exec((await told())[0]!.text)![0];
  const elsewhere = await browser.newContext();
  const stranger = await elsewhere.newPage();
  await open(stranger, link);
  const pause = stranger.getByRole('main').getByRole('button', { name: 'Pause this alert' });
  await expect(pause).toBeVisible();
  // Opening the link alone does nothing.
  expect((await callAs<Alert[]>(page, 'GET', '/api/alerts')).map(({ status }) => status)).toEqual(['active']);
  await pause.click();
  await expect(stranger.getByRole('heading', { name: 'The alert is paused' })).toBeVisible();
  await stranger.reload();
  await pause.click();
  await expect(stranger.getByRole('heading', { name: 'The alert was already paused' })).toBeVisible();
  await expect(stranger.getByText(`Solana (SOL): Price falls to $${threshold} or below.`)).toBeVisible();
  await expectAccessible(stranger);
  await elsewhere.close();
  await open(page, '/alerts');
  await expect(page.getByRole('region', { name: /^Paused/ }).getByRole('article')).toContainText(['Solana']);
  expect(await told()).toHaveLength(1);
  expect((await callAs<{ firings: [] }>(page, 'GET', '/api/alerts/history')).firings).toHaveLength(1);
  watched.expectNoComplaint();
});

test('at the limit the limit dialog opens in place of the form, and what was typed before is kept', async ({
  page,
}) => {
  await signUp(page, server.url, newEmail());
  await open(page, '/alerts');
  await expect(page.getByRole('heading', { name: 'No alerts yet' })).toBeVisible();
  await expectAccessible(page);
  const far = await farFrom('bitcoin', 2);
  for (let count = 0; count < 2; count++) await addAlert(page, 'bitcoin', far);
  await open(page, '/alerts');
  await expect(page.getByText('2 of 3 alerts')).toBeVisible();

  await createButton(page).click();
  const dialog = form(page);
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Please select a cryptocurrency' })).toBeVisible();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Threshold is required' })).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Coin' }).fill('ethereum');
  await dialog.getByRole('option', { name: 'Ethereum' }).first().click();
  const threshold = await farFrom('ethereum', 2);
  await dialog.getByLabel('Threshold').fill(threshold);
  // Another device takes the last place meanwhile.
  await addAlert(page, 'bitcoin', far);
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  const limit = page.getByRole('dialog', { name: 'Alerts Limit Reached' });
  await expect(limit).toContainText("You've reached your alerts limit.");
  await limit.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByLabel('Threshold')).toHaveValue(threshold);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  for (const path of ['/alerts', '/coin/ethereum']) {
    await open(page, path);
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(Create|Set) alert$/ })
      .click();
    await expect(limit).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await limit.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await open(page, '/alerts');

  // Until the address is proved nothing leaves the app, and the page says why.
  const ways = page.getByRole('region', { name: 'Notifications' });
  await expect(ways.getByRole('switch', { name: 'In the app' })).toBeChecked();
  for (const name of ['E-mail', 'Push']) {
    await expect(ways.getByRole('switch', { name })).toBeDisabled();
    await expect(ways.getByRole('switch', { name })).toHaveAccessibleDescription(
      /Off until your e-mail address is verified/,
    );
  }
  await ways.getByRole('switch', { name: 'In the app' }).click();
  await expect(ways.getByRole('switch', { name: 'In the app' })).not.toBeChecked();
});

test('older alerts are shown on request, none twice, and the meter counts them @once', async ({ page }) => {
  const email = newEmail();
  await signUp(page, server.url, email);
  await signIn(page, server.url, email);
  await runAdmin(dataDir, 'user', 'set-tier', email, 'pro');
  for (let count = 1; count <= 255; count++)
    await addAlert(page, 'bitcoin', '99999999', { note: `Alert ${count}` });
  const newestFirst = Array.from({ length: 255 }, (_, index) => `Alert ${255 - index}`);
  const notes = page.getByRole('region', { name: /^Active/ }).getByText(/^Alert \d+$/);
  const older = page.getByRole('main').getByRole('button', { name: 'Show older alerts' });
  await open(page, '/alerts');
  await expect(notes).toHaveText(newestFirst.slice(0, 250));
  await expect(page.getByText('At least 250 alerts')).toBeVisible();

  // One more at the top moves nothing from the first page into the second.
  await addAlert(page, 'bitcoin', '99999999', { note: 'Alert 256' });
  await page.route('**/api/alerts?*cursor=*', (route) => route.abort());
  await older.click();
  await expect(page.getByRole('alert')).toContainText('The older alerts could not be loaded');
  await page.unroute('**/api/alerts?*cursor=*');
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
  await expect(older).toHaveCount(0);
  const shown = await notes.allTextContents();
  expect(shown.filter((note) => note !== 'Alert 256')).toEqual(newestFirst);
  await open(page, '/alerts');
  await older.click();
  await expect(notes).toHaveText(['Alert 256', ...newestFirst]);
  await expect(page.getByText('256 alerts', { exact: true })).toBeVisible();
});

test('the form begins five percent above the price, moves in steps and marks each crossing', async ({
  page,
}) => {
  await signUp(page, server.url, newEmail());
  await open(page, '/alerts');
  await createButton(page).click();
  const dialog = form(page);
  const threshold = dialog.getByLabel('Threshold');
  const chip = (name: string) => dialog.getByRole('button', { name, exact: true });
  await expect(chip('+5%')).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'Coin' }).fill('bitcoin');
  await dialog.getByRole('option', { name: 'Bitcoin' }).first().click();
  await expect(chip('+5%')).toHaveAttribute('aria-pressed', 'true');
  const price = await priceOf('bitcoin');
  const shareOf = async () => Number(await threshold.inputValue()) / price;
  expect(await shareOf()).toBeCloseTo(1.05, 2);

  await chip('-10%').focus();
  await page.keyboard.press('Enter');
  await expect(chip('-10%')).toHaveAttribute('aria-pressed', 'true');
  await expect(chip('+5%')).toHaveAttribute('aria-pressed', 'false');
  await expect(dialog.getByLabel('Condition')).toHaveValue('price_below');
  expect(await shareOf()).toBeCloseTo(0.9, 2);
  await threshold.fill('1');
  await expect(chip('-10%')).toHaveAttribute('aria-pressed', 'false');

  // A line through the middle of the week is crossed in it.
  const history = await callAs<{ prices: [number, number][] }>(
    page,
    'GET',
    '/api/cryptocurrencies/bitcoin/history?days=7',
  );
  const week = history.prices.map(([, each]) => each);
  await dialog.getByLabel('Condition').selectOption('Price above');
  await threshold.fill(((Math.min(...week) + Math.max(...week)) / 2).toFixed(2));
  const picture = dialog.getByRole('img', { name: /^The price over 7 days\..* crossings?$/ });
  await expect(dialog.getByRole('region', { name: 'Backtest' })).toHaveAttribute('aria-busy', 'false');
  const count = Number(/(\d+) crossings?$/.exec((await picture.getAttribute('aria-label'))!)![1]);
  expect(count).toBeGreaterThan(0);
  await expect(picture.locator('[data-part="crossing"]')).toHaveCount(count);
  await expect(picture.locator('[data-kind]')).toHaveCount(2);
  await expectAccessible(page);

  await dialog.getByLabel('Condition').selectOption('24h change below');
  await expect(threshold).toHaveValue('-5');
  await chip('+10%').click();
  await expect(threshold).toHaveValue('10');
  await expect(dialog.getByLabel('Condition')).toHaveValue('change_24h_above');
});

test('a row draws how far its alert is, and docks one that is farther', async ({ page }) => {
  await signUp(page, server.url, newEmail());
  await addAlert(page, 'bitcoin', await farFrom('bitcoin', 1.05));
  await addAlert(page, 'ethereum', await farFrom('ethereum', 0.5), { condition: 'price_below' });
  await open(page, '/alerts');
  const near = row(page, 'Bitcoin').getByRole('img', { name: 'Threshold above, within 10%' });
  const far = row(page, 'Ethereum').getByRole('img', { name: 'Threshold below, beyond 10%' });
  await expect(near).toBeVisible();
  await expect(far).toBeVisible();
  await expect(far.locator('[data-beyond]')).toHaveAttribute('data-beyond', 'below');
  await expect(row(page, 'Bitcoin')).toContainText(/[+]\d\.\d\d% away/);
  const { height } = (await row(page, 'Bitcoin').boundingBox())!;
  const isPhone = page.viewportSize()!.width < 768;
  expect(height).toBe(isPhone ? 72 : 64);
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  if (!isPhone) return;
  const more = page.getByRole('button', { name: 'More for bitcoin alert' });
  await more.click();
  await expect(page.getByRole('dialog', { name: 'bitcoin alert' })).toContainText('or above');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
});

test('an alert is edited, paused, resumed, deleted and put back', async ({ page }) => {
  await signUp(page, server.url, newEmail());
  await addAlert(page, 'ethereum', await farFrom('ethereum', 3), { note: 'Old note' });
  await open(page, '/alerts');
  const ethereum = row(page, 'Ethereum');
  await act(page, 'Edit Ethereum alert');
  const edit = page.getByRole('dialog', { name: 'Edit alert' });
  await edit.getByLabel('Condition').selectOption('24h change below');
  await edit.getByLabel('Threshold').fill('-100');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByRole('alert')).toHaveText('Must be a percentage above -100 and below 1000000');
  await edit.getByLabel('Threshold').fill('-99.5');
  await edit.getByLabel('Note').fill('New note');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page)).toContainText('Alert saved');
  await expect(ethereum).toContainText('24h change falls to -99.50% or below');
  await expect(ethereum).toContainText('New note');

  await act(page, 'Pause Ethereum alert');
  await expect(page.getByRole('region', { name: /^Paused/ })).toContainText('Ethereum');
  // The button went with the row's old place: the focus follows the row.
  await expect(ethereum).toBeFocused();
  await act(page, 'Resume Ethereum alert');
  await expect(page.getByRole('region', { name: /^Active/ })).toContainText('Ethereum');
  await act(page, 'Delete Ethereum alert');
  await expect(page.getByRole('heading', { name: 'No alerts yet' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(ethereum).toContainText('24h change falls to -99.50% or below');
  await expect(toast(page)).toContainText('Alert restored');
});

test('where it holds already one says what is to happen, and one that has fired is armed again @once', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signUp(page, server.url, newEmail());
  await open(page, '/alerts');
  await createButton(page).click();
  const dialog = form(page);
  await dialog.getByRole('combobox', { name: 'Coin' }).fill('bitcoin');
  await dialog.getByRole('option', { name: 'Bitcoin' }).first().click();
  await expect(dialog.getByText(/^Now \$/)).toBeVisible();
  await dialog.getByLabel('Condition').selectOption('Price above');
  await dialog.getByLabel('Threshold').fill(await farFrom('bitcoin', 0.5));
  const question = dialog.getByRole('group', { name: /^Bitcoin is at \$[\d,.]+ now: this holds already\.$/ });
  await expect(question.getByLabel('Wait for the next crossing')).toBeChecked();
  await question.getByLabel('Fire at once').check();
  await expectAccessible(page);

  // What the plan does not have opens its prompt, and leads back to what was typed.
  await dialog.getByLabel('Note').fill('Kept');
  await dialog.getByRole('button', { name: '1Y' }).click();
  await expect(page.getByRole('dialog', { name: '1 year of price history is part of Pro' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog.getByLabel('Note')).toHaveValue('Kept');
  await expect(question.getByLabel('Fire at once')).toBeChecked();
  await dialog.getByRole('button', { name: 'Create alert' }).click();

  await expect(page.getByRole('region', { name: /^Triggered/ })).toContainText('Bitcoin');
  await expect(bell(page)).toHaveAccessibleName('Alerts, 1 not seen');
  await act(page, 'Arm again: Bitcoin alert');
  const arm = page.getByRole('dialog', { name: 'Arm the Bitcoin alert?' });
  await expect(arm).toContainText('this holds already');
  await expectAccessible(page);
  await arm.getByRole('button', { name: 'Arm', exact: true }).click();
  await expect(row(page, 'Holds now: waits for the next crossing')).toContainText('Bitcoin');
  await page
    .getByRole('region', { name: 'History' })
    .getByRole('button', { name: 'Mark all as seen' })
    .click();
  await expect(bell(page)).toHaveAccessibleName('Alerts');
});

test('an alert is set from the watchlist; a visitor is told what an account is for @once', async ({
  page,
}) => {
  await open(page, '/alerts');
  await expect(page.getByRole('main')).toContainText('A backtest of how often each would have fired');
  await expectAccessible(page);
  await open(page, '/coin/ethereum');
  await page.getByRole('button', { name: 'Set alert' }).click();
  await expect(toast(page)).toContainText('Sign In Required');
  await page.waitForURL(`${server.url}/signup`);
  await open(page, '/alerts/pause#nonsense');
  await page.getByRole('main').getByRole('button', { name: 'Pause this alert' }).click();
  await expect(page.getByRole('alert')).toContainText('This link is not valid');
  await expect(page.getByRole('main').getByRole('button', { name: 'Pause this alert' })).toHaveCount(0);

  await signUp(page, server.url, newEmail());
  await callAs(page, 'POST', '/api/watchlist', { coinId: 'ethereum', symbol: 'eth', name: 'Ethereum' });
  await open(page, '/watchlist');
  await page.getByRole('button', { name: 'Set alert on Ethereum' }).click();
  const dialog = form(page);
  await expect(dialog).toContainText('Ethereum');
  await dialog.getByLabel('Threshold').fill(await farFrom('ethereum', 1.5));
  await page.route('**/api/alerts', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The alert was not saved.');
  await page.unroute('**/api/alerts');
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await expect(toast(page)).toContainText('Alert created');
});

test('alerts that cannot be loaded say so, and are asked for again @once', async ({ page }) => {
  await signUp(page, server.url, newEmail());
  await page.route(/\/api\/alerts/, (route) => route.fulfill({ status: 500, json: {} }));
  await open(page, '/alerts');
  await expect(page.getByRole('alert')).toContainText('Your alerts could not be loaded');
  await pressRetry(page, /\/api\/alerts/);
  await expect(page.getByRole('heading', { name: 'No alerts yet' })).toBeVisible();
});
