import { expect, type Page, test } from '@playwright/test';
import type { Alert } from '../../contract/alerts/alerts.ts';
import { listMails, signIn, signUp } from '../support/accounts/local-inbox.ts';
import { callAs, expectAccessible } from '../support/accounts/user-page.ts';
import { addAlert, bell, createButton, form, row, toast } from '../support/alerts/alert-page.ts';
import { serveMovingMarket } from '../support/alerts/alert-site.ts';
import { boxOf, openPage, watchNewSession } from '../support/watch-page.ts';

const server = serveMovingMarket('alerts');
let number = 0;

const newEmail = () => `nora.${++number}.${test.info().project.name}@example.com`;
const open = (page: Page, path: string) => openPage(page, server.url + path);

test('an alert set on the coin page fires once, is shown everywhere, and can be paused through the link in its e-mail', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const email = newEmail();
  await signUp(page, server.url, email);
  await signIn(page, server.url, email);
  const watched = await watchNewSession(page);
  await open(page, '/coin/solana');
  await page.getByRole('button', { name: 'Set alert' }).click();
  const dialog = form(page);
  await expect(dialog.getByLabel('Threshold')).toHaveValue(/^\d+\.?\d*$/);
  const threshold = await server.priceTimes('solana', 0.9);
  await dialog.getByLabel('Threshold').fill(threshold);
  await expect(dialog.getByLabel('Condition')).toHaveValue('price_below');
  await expect(dialog.getByText(/^Now \$[\d,.]+, -\d+\.\d\d% away$/)).toBeVisible();
  await expect(dialog.getByText(/^In the last 7 days this alert would (not )?have fired/)).toBeVisible();
  await dialog.getByLabel('Note').fill('Buy a tenth');
  await dialog.getByLabel('Fires').selectOption('Every time');
  await expect(dialog.getByLabel('At most')).toHaveValue('60');
  // The previous backtest is dimmed until the new one has loaded.
  await expect(dialog.getByRole('region', { name: 'Backtest' })).toHaveAttribute('aria-busy', 'false');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await expect(toast(page)).toContainText('Alert created');
  await expect(dialog).toHaveCount(0);

  server.simulator.setFault('depeg', { coins: ['solana'] });
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

  const listAlertMails = async () =>
    (await listMails(server.url, email)).filter(({ text }) => text.includes('/alerts/pause#'));
  await expect.poll(async () => (await listAlertMails()).length).toBe(1);
  const link = /\/alerts\/pause#\S+/.exec((await listAlertMails())[0]!.text)![0];
  const elsewhere = await browser.newContext();
  const stranger = await elsewhere.newPage();
  await open(stranger, link);
  const pause = stranger.getByRole('main').getByRole('button', { name: 'Pause this alert' });
  await expect(pause).toBeVisible();
  // Just opening the link does nothing.
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
  expect(await listAlertMails()).toHaveLength(1);
  expect((await callAs<{ firings: [] }>(page, 'GET', '/api/alerts/history')).firings).toHaveLength(1);
  watched.expectNoProblems();
});

test('at the alert limit only the limit dialog opens, and a form already filled in keeps its input @long', async ({
  page,
}) => {
  await signUp(page, server.url, newEmail());
  await open(page, '/alerts');
  await expect(page.getByRole('heading', { name: 'No alerts yet' })).toBeVisible();
  await expectAccessible(page);
  const far = await server.priceTimes('bitcoin', 2);
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
  const threshold = await server.priceTimes('ethereum', 2);
  await dialog.getByLabel('Threshold').fill(threshold);
  // Meanwhile another device uses up the limit.
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

  // Until the address is verified nothing is sent, and the page says why.
  const ways = page.getByRole('region', { name: 'Notifications' });
  await expect(ways.getByRole('switch', { name: 'In the app' })).toBeChecked();
  for (const name of ['Email', 'Push']) {
    await expect(ways.getByRole('switch', { name })).toBeDisabled();
    await expect(ways.getByRole('switch', { name })).toHaveAccessibleDescription(
      /Off until your email address is verified/,
    );
  }
  await ways.getByRole('switch', { name: 'In the app' }).click();
  await expect(ways.getByRole('switch', { name: 'In the app' })).not.toBeChecked();
});

test('the form suggests a threshold 5% above the price, has buttons for others, and marks past crossings @long', async ({
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
  // The form is longer than the screen, but its buttons are on it.
  await expect(dialog.getByRole('button', { name: 'Create alert' })).toBeInViewport({ ratio: 1 });
  const price = await server.priceOf('bitcoin');
  const shareOf = async () => Number(await threshold.inputValue()) / price;
  expect(await shareOf()).toBeCloseTo(1.05, 2);

  await chip('-10%').focus();
  await page.keyboard.press('Enter');
  await expect(chip('-10%')).toHaveAttribute('aria-pressed', 'true');
  await expect(chip('+5%')).toHaveAttribute('aria-pressed', 'false');
  await expect(dialog.getByLabel('Condition', { exact: true })).toHaveValue('price_below');
  expect(await shareOf()).toBeCloseTo(0.9, 2);
  await threshold.fill('1');
  await expect(chip('-10%')).toHaveAttribute('aria-pressed', 'false');

  // A threshold in the middle of the week's prices has been crossed.
  const history = await callAs<{ prices: [number, number][] }>(
    page,
    'GET',
    '/api/cryptocurrencies/bitcoin/history?days=7',
  );
  const week = history.prices.map(([, each]) => each);
  await dialog.getByLabel('Condition', { exact: true }).selectOption('Price above');
  await threshold.fill(((Math.min(...week) + Math.max(...week)) / 2).toFixed(2));
  const picture = dialog.getByRole('img', { name: /^The price over 7 days\..* crossings?$/ });
  await expect(dialog.getByRole('region', { name: 'Backtest' })).toHaveAttribute('aria-busy', 'false');
  const count = Number(/(\d+) crossings?$/.exec((await picture.getAttribute('aria-label'))!)![1]);
  expect(count).toBeGreaterThan(0);
  await expect(picture.locator('[data-part="crossing"]')).toHaveCount(count);
  await expect(picture.locator('[data-kind]')).toHaveCount(2);
  await expectAccessible(page);

  await dialog.getByLabel('Condition', { exact: true }).selectOption('24h change below');
  await expect(threshold).toHaveValue('-5');
  await chip('+10%').click();
  await expect(threshold).toHaveValue('10');
  await expect(dialog.getByLabel('Condition', { exact: true })).toHaveValue('change_24h_above');
});

test('a row shows its alert’s distance, and an arrow for one beyond the scale @long', async ({ page }) => {
  await signUp(page, server.url, newEmail());
  await addAlert(page, 'bitcoin', await server.priceTimes('bitcoin', 1.05));
  await addAlert(page, 'ethereum', await server.priceTimes('ethereum', 0.5), { condition: 'price_below' });
  await open(page, '/alerts');
  const near = row(page, 'Bitcoin').getByRole('img', { name: 'Threshold above, within 10%' });
  const far = row(page, 'Ethereum').getByRole('img', { name: 'Threshold below, beyond 10%' });
  await expect(near).toBeVisible();
  await expect(far).toBeVisible();
  await expect(far.locator('[data-beyond]')).toHaveAttribute('data-beyond', 'below');
  await expect(row(page, 'Bitcoin')).toContainText(/[+]\d\.\d\d% away/);
  const { height } = await boxOf(row(page, 'Bitcoin'));
  const isPhone = page.viewportSize()!.width < 768;
  expect(height).toBe(isPhone ? 72 : 64);
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  if (!isPhone) return;
  const more = page.getByRole('button', { name: 'More actions for bitcoin alert' });
  await more.click();
  await expect(page.getByRole('dialog', { name: 'bitcoin alert' })).toContainText('or above');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
});

test('a visitor must sign up to set an alert, and a user sets one from the watchlist, after a failed save too @once @long', async ({
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
  await dialog.getByLabel('Threshold').fill(await server.priceTimes('ethereum', 1.5));
  // The alert is created, but the answer is lost.
  await page.route('**/api/alerts', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The alert was not saved.');
  await page.unroute('**/api/alerts');
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await expect(toast(page)).toContainText('Alert created');
  expect(await callAs(page, 'GET', '/api/alerts')).toHaveLength(1);
});

test('a German user sets a threshold with a decimal comma @once @long', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'de-DE' });
  const page = await context.newPage();
  await signUp(page, server.url, newEmail());
  await open(page, '/coin/ethereum');
  await page.getByRole('button', { name: 'Set alert' }).click();
  const dialog = form(page);
  const field = dialog.getByLabel('Threshold');
  await expect(field).toHaveValue(/^\d+,\d\d$/);
  await field.fill('65.000,5');
  await expect(dialog.getByText('Read as 65000.5')).toBeVisible();
  await field.press('ArrowLeft');
  await field.press('ArrowLeft');
  await field.press('1');
  await expect(field).toHaveValue('65.0001,5');
  await field.fill('65.000');
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await expect(toast(page)).toContainText('Alert created');
  const [alert] = await callAs<Alert[]>(page, 'GET', '/api/alerts');
  expect(alert).toMatchObject({ condition: 'price_above', threshold: '65000' });
  await context.close();
});
