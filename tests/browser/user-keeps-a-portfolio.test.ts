import { expect, type Page, test } from '@playwright/test';
import { Decimal } from 'decimal.js';
import type { LedgerHoldings } from '../../contract/ledger/figures.ts';
import type { Coin } from '../../contract/market.ts';
import type { PortfolioPerformance, PriceState } from '../../contract/portfolio.ts';
import { signUp } from '../support/accounts/local-inbox.ts';
import { callAs, expectAccessible } from '../support/accounts/user-page.ts';
import { addButton, addPosition, toast } from '../support/portfolio/portfolio-page.ts';
import { serveStillMarket } from '../support/test-site.ts';
import { boxOf, openPage, watchPage } from '../support/watch-page.ts';

// The reference must not round earlier than the page does.
Decimal.set({ precision: 60 });

const server = serveStillMarket('portfolio');
let number = 0;

const newEmail = () => `lea.${++number}@example.com`;
const open = (page: Page, path: string) => openPage(page, server.url + path);
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;
const rows = (page: Page) => page.locator('[data-list="holdings"] [data-coin]');
/** Opens a coin's lots, with the buttons that change its positions. */
const openLots = (page: Page, name: string) =>
  rows(page).getByRole('button', { name, expanded: false }).click();
const figure = (page: Page, name: string) =>
  page.locator('[data-part="figure"]', { hasText: name }).locator('dd').first();

async function listCoins(): Promise<Coin[]> {
  return (await (await fetch(`${server.url}/api/cryptocurrencies?per_page=250`)).json()) as Coin[];
}

async function priceOf(coinId: string): Promise<Decimal> {
  const coin = (await listCoins()).find(({ id }) => id === coinId);
  return new Decimal(coin!.current_price!);
}

/** US dollars with cents, formatted independently of the code under test. */
function dollars(value: Decimal, hasSign = false): string {
  const [whole = '', cents = ''] = value.abs().toFixed(2, Decimal.ROUND_HALF_UP).split('.');
  const sign = value.isNegative() ? '-' : hasSign ? '+' : '';
  return `${sign}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`;
}

test('a portfolio grows from empty to three holdings with correct figures', async ({ page }) => {
  const watched = watchPage(page);
  await signUp(page, server.url, newEmail());
  await open(page, '/portfolio');
  await expect(page.getByRole('heading', { name: 'Portfolio', level: 1 })).toBeVisible();
  await expect(page.getByText('Track your cryptocurrency investments')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No holdings yet' })).toBeVisible();
  await expectAccessible(page);

  const bitcoin = await priceOf('bitcoin');
  const solana = await priceOf('solana');
  const rare = (await listCoins()).slice(120).find(({ name }) => /^[A-Z][a-z]{4,}$/.test(name))!;
  await addPosition(page, 'bitco', 'Bitcoin', '0.25', bitcoin.times('0.8').toFixed(2));
  await addPosition(page, 'SOL', 'Solana', '24.000000000000000001', solana.times(2).toFixed(2));
  await addPosition(page, rare.name, rare.name, '1000');

  const values = [
    bitcoin.times('0.25'),
    solana.times('24.000000000000000001'),
    new Decimal(rare.current_price!).times(1000),
  ];
  const value = Decimal.sum(...values);
  const invested = new Decimal(bitcoin.times('0.8').toFixed(2))
    .times('0.25')
    .plus(new Decimal(solana.times(2).toFixed(2)).times('24.000000000000000001'));
  await expect(rows(page)).toHaveCount(3);
  await expect(figure(page, 'Total Value')).toHaveText(dollars(value));
  await expect(figure(page, 'Total Invested')).toHaveText(dollars(invested));
  await expect(figure(page, 'Total P&L')).toHaveText(dollars(value.minus(invested), true));
  // Bitcoin was bought at 80% of its price, the second has no recorded cost and counts as 0%, Solana cost twice its
  // price.
  await expect(rows(page).nth(0)).toContainText('Bitcoin');
  await expect(rows(page).nth(0)).toContainText('+25.00%');
  await expect(rows(page).nth(1)).toContainText('No cost recorded');
  await expect(rows(page).nth(2)).toContainText('-50.00%');
  const names = ['Bitcoin', 'Solana', rare.name];
  const byValue = names.toSorted((a, b) => values[names.indexOf(b)]!.cmp(values[names.indexOf(a)]!));
  const valueHead = page
    .getByRole('table', { name: 'Holdings' })
    .getByRole('columnheader', { name: 'Value' });
  await valueHead.getByRole('button').click();
  for (const [index, name] of byValue.entries()) await expect(rows(page).nth(index)).toContainText(name);
  await expect(valueHead).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByText(/^Total P&L counts .* as profit, because 1 holding has no /)).toContainText(
    dollars(values[2]!),
  );
  await expect(page.getByRole('img', { name: /^Portfolio, 7 days: from / }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Today by coin' })).toContainText('Solana');
  await expectAccessible(page);

  await open(page, '/');
  if (isPhone(page)) await page.getByRole('tab', { name: 'Portfolio' }).click();
  const card = page.getByRole('region', { name: 'Portfolio' });
  await expect(card).toContainText(dollars(value));
  await expect(card.getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/portfolio');
  watched.expectNoProblems();
});

test('a holding is edited, deleted, and restored @narrow', async ({ page }) => {
  await signUp(page, server.url, newEmail());
  const holding = { coinId: 'ethereum', symbol: 'eth', name: 'Ethereum', amount: '3', purchasePrice: '1000' };
  await callAs(page, 'POST', '/api/portfolio', holding);
  await open(page, '/portfolio');
  await openLots(page, 'Ethereum');
  await page.getByRole('button', { name: 'Edit Ethereum' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Ethereum' });
  await expect(dialog.getByLabel('Amount')).toHaveValue('3');
  await dialog.getByLabel('Amount').fill('123456789012.123456789012345678');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page)).toContainText('Portfolio item updated successfully');
  await expect(rows(page)).toContainText('123.46B');
  await expect(rows(page).getByTitle('123,456,789,012.123456789012345678').first()).toBeAttached();

  await page.getByRole('button', { name: 'Delete Ethereum' }).click();
  await expect(toast(page)).toContainText('Portfolio item deleted successfully');
  await expect(page.getByRole('heading', { name: 'No holdings yet' })).toBeVisible();
  // The button is gone along with its row, so the focus is on the page instead of lost.
  await expect(page.locator('#main')).toBeFocused();
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(1);
  const [main] = await callAs<{ id: string }[]>(page, 'GET', '/api/portfolios');
  const performance = await callAs<PortfolioPerformance>(
    page,
    'GET',
    `/api/portfolios/${main!.id}/performance`,
  );
  expect(performance.holdings[0]).toMatchObject({
    ...holding,
    amount: '123456789012.123456789012345678',
  });
});

test('the dialog shows errors, keeps the input, and Escape closes its list first @once @long', async ({
  page,
}) => {
  await signUp(page, server.url, newEmail());
  await open(page, '/portfolio');
  await addButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Add Position' });
  const coin = dialog.getByRole('combobox', { name: 'Cryptocurrency' });
  await expect(coin).toBeFocused();
  await dialog.getByRole('button', { name: 'Add Position' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Please select a cryptocurrency' })).toBeVisible();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Amount is required' })).toBeVisible();
  await expect(coin).toBeFocused();
  for (const wrong of ['0', '-1', '1e3', '1,,5', 'NaN']) {
    await dialog.getByLabel('Amount').fill(wrong);
    await dialog.getByRole('button', { name: 'Add Position' }).click();
    await expect(dialog.getByText('Must be a positive number')).toBeVisible();
  }
  await coin.click();
  await expect(dialog.getByRole('option')).toHaveCount(50);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('option')).toHaveCount(0);
  await coin.press('ArrowDown');
  await coin.press('ArrowDown');
  await coin.press('Enter');
  await expect(coin).toHaveValue('Ethereum (ETH)');
  await dialog.getByLabel('Amount').fill('2');
  await page.route('**/api/portfolio', (route) => route.fulfill({ status: 500, json: {} }));
  await dialog.getByRole('button', { name: 'Add Position' }).click();
  await expect(toast(page)).toContainText('Failed to add portfolio item');
  await expect(dialog.getByRole('alert')).toContainText('The position was not added.');
  await expect(dialog.getByLabel('Amount')).toHaveValue('2');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(addButton(page)).toBeFocused();
});

test('the totals have their final size before they are known, so that nothing below moves @long', async ({
  page,
}) => {
  await signUp(page, server.url, newEmail());
  const bitcoin = { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin', purchasePrice: '100', amount: '2' };
  await callAs(page, 'POST', '/api/portfolio', bitcoin);
  const { promise: isMeasured, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/performance*', async (route) => {
    await isMeasured;
    await route.continue();
  });
  await open(page, '/portfolio');
  const skeleton = await boxOf(page.getByText('Loading your portfolio').locator('+ div'));
  answer();
  await expect(figure(page, 'Total P&L')).toBeVisible();
  const { y, height } = await boxOf(page.locator('dl', { has: page.locator('[data-part="figure"]') }));
  expect([skeleton.y, skeleton.height]).toEqual([y, height]);
});

test('a price that is old, held back or missing is marked, and never counts as zero @long', async ({
  page,
}) => {
  await signUp(page, server.url, newEmail());
  for (const coinId of ['bitcoin', 'ethereum', 'solana'])
    await callAs(page, 'POST', '/api/portfolio', {
      coinId,
      symbol: 'x',
      name: 'x',
      amount: '1',
      purchasePrice: '10',
    });
  const states: Readonly<Record<string, PriceState>> = {
    bitcoin: 'stale',
    ethereum: 'quarantined',
    solana: 'gone',
  };
  const unpriced = {
    price: null,
    value: null,
    pnl: null,
    pnlPercent: null,
    change24h: null,
    sharePercent: null,
  };
  const withStates = <T extends { coinId: string }>(holdings: readonly T[], without: object) =>
    holdings.map((holding) => ({
      ...holding,
      priceState: states[holding.coinId],
      ...(states[holding.coinId] === 'gone' && without),
    }));
  await page.route('**/performance', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as PortfolioPerformance;
    const totals = { ...answer.totals, withoutPrice: 1, investedWithoutPrice: '10' };
    await route.fulfill({
      response,
      json: { ...answer, totals, holdings: withStates(answer.holdings, unpriced) },
    });
  });
  await page.route('**/holdings', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as LedgerHoldings;
    const without = { price: null, value: null, unrealized: null, unrealizedPercent: null };
    await route.fulfill({ response, json: { ...answer, holdings: withStates(answer.holdings, without) } });
  });
  await open(page, '/portfolio');
  const row = (coinId: string) => page.locator(`[data-coin="${coinId}"]`);
  await expect(row('bitcoin')).toContainText('Stale since');
  await expect(row('ethereum')).toContainText('Price being checked');
  const gone = row('solana');
  await expect(gone).toContainText('No longer on the market');
  await expect(gone).toContainText('—');
  await expect(gone).not.toContainText('$0.00');
  await expect(page.getByText('1 holding without a price, for which $10.00 was paid')).toBeVisible();
  await expectAccessible(page);
  // A holding that could not be added again is deleted only after confirmation.
  await gone.getByRole('button', { expanded: false }).click();
  await page.getByRole('button', { name: /^Delete/ }).click();
  await expect(page.getByRole('dialog')).toContainText('you can’t add it again');
});

test('a portfolio that is too large for its figures says what to do, and opens its settings @once', async ({
  page,
}) => {
  await signUp(page, server.url, newEmail());
  const message = 'This portfolio moves too many lots. Choose the whole portfolio as the scope.';
  const refuse = { status: 409, json: { code: 'conflict', message } };
  for (const part of ['performance', 'holdings', 'gain-years', 'returns'])
    await page.route(new RegExp(`/${part}(\\?|$)`), (route) => route.fulfill(refuse));
  await open(page, '/portfolio');
  await expect(page.getByRole('alert')).toContainText(message);
  await expect(page.getByRole('alert')).not.toContainText('Prices may be back');
  await expectAccessible(page, 'main');
  await page.getByRole('button', { name: 'Method, currency and wallets' }).click();
  await expect(page.getByRole('dialog', { name: 'Method, currency and wallets' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Portfolio' }).getByRole('link', { name: 'Gains' }).click();
  await expect(page.getByRole('alert')).toContainText(message);
});

test('a visitor sees what the portfolio is for and how to sign in @long', async ({ page }) => {
  await open(page, '/portfolio');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Portfolio', exact: true })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/signin');
  await expect(main.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup');
  await expectAccessible(page);
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth, isPhone(page) ? 'on a phone' : 'on a desktop').toBe(clientWidth);
});

test('a value of over a million neither shrinks figures nor hides the shares @once @long', async ({
  page,
}) => {
  await signUp(page, server.url, newEmail());
  const holding = { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin', amount: '40', purchasePrice: '1000' };
  await callAs(page, 'POST', '/api/portfolio', holding);
  for (const width of [1280, 1200, 1024, 768]) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, '/portfolio');
    const value = rows(page)
      .getByRole('cell')
      .filter({ hasText: /^\$\d,\d{3},\d{3}\.\d\d/ });
    const table = page.getByRole('table', { name: 'Holdings' });
    if (width >= 1024) {
      await expect(value).toHaveCSS('font-size', '14px');
      await expect(table.getByRole('columnheader', { name: 'Share' })).toBeVisible();
    }
    await expect(rows(page).getByRole('cell', { name: /^\$\d\d,\d{3}\.\d\d$/ })).toHaveCSS(
      'font-size',
      '14px',
    );
    await expect(value).toBeVisible();
    const cut = await table
      .getByRole('cell')
      .evaluateAll((cells) => cells.filter((each) => each.scrollWidth > each.clientWidth).length);
    expect(cut, `cells cut off at ${width} px`).toBe(0);
  }
});

test('a coin of which more was sold than bought has no gain, and the totals say why @once @long', async ({
  page,
}) => {
  await signUp(page, server.url, newEmail());
  const [main] = await callAs<{ id: string }[]>(page, 'GET', '/api/portfolios');
  const coin = { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin', amount: '0.5' };
  await callAs(page, 'POST', `/api/portfolios/${main!.id}/transactions`, {
    transactions: [
      {
        type: 'sell',
        occurredAt: '2025-01-10T09:00:00Z',
        out: coin,
        in: { currency: 'USD', amount: '900' },
      },
    ],
  });
  await open(page, '/portfolio');
  await expect(page.getByText(/^Total P&L counts .* as a loss/)).toBeVisible();
  await expect(rows(page)).toContainText('-0.5');
  await expect(rows(page)).not.toContainText('$0.00');
  await expect(rows(page).getByRole('cell', { name: /^— ?No cost recorded$/ })).toBeVisible();
});

test('an empty portfolio has one main button @once @long', async ({ page }) => {
  await signUp(page, server.url, newEmail());
  await open(page, '/portfolio');
  await expect(page.getByRole('heading', { name: 'No holdings yet' })).toBeVisible();
  const colours = await page
    .getByRole('main')
    .getByRole('button', { name: 'Add Position' })
    .evaluateAll((buttons) => buttons.map((button) => getComputedStyle(button).backgroundColor));
  expect(new Set(colours).size).toBe(colours.length);
});
