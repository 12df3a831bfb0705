import { expect, type Locator, type Page, test } from '@playwright/test';
import { signUp } from '../support/accounts/local-inbox.ts';
import { callAs, expectAccessible } from '../support/accounts/user-page.ts';
import {
  addBatch,
  bitcoin,
  coins,
  dollars,
  effect,
  ether,
  form,
  isPhone,
  openTab,
  rowsOf,
  toast,
  typeTransaction,
} from '../support/portfolio/ledger-page.ts';
import { serveStillMarket } from '../support/test-site.ts';
import { boxOf, openPage, watchPage } from '../support/watch-page.ts';

const server = serveStillMarket('ledger');
let number = 0;

const open = (page: Page, path: string) => openPage(page, server.url + path);

async function start(page: Page): Promise<string> {
  await signUp(page, server.url, `ledger.${++number}@example.com`);
  const [portfolio] = await callAs<{ id: string }[]>(page, 'GET', '/api/portfolios');
  return portfolio!.id;
}

test('a year of trades is entered by hand and by batch, and its gains are read back', async ({ page }) => {
  const watched = watchPage(page);
  const portfolioId = await start(page);
  await open(page, '/portfolio?tab=transactions');
  await expect(page.getByRole('heading', { name: 'No transactions yet' })).toBeVisible();
  await expectAccessible(page, 'main');

  await page.keyboard.press('n');
  const buy = await typeTransaction(page, {
    type: 'Buy',
    coin: ['You bought', 'Bitcoin'],
    // The reader's comma separates thousands, but one that can't is a decimal separator.
    amount: '0,5',
    total: ['Total paid ($)', '10,000'],
    at: '2025-01-10T09:00',
  });
  await expect(buy).toContainText('Read as 0.5');
  await expect(buy).toContainText('Read as 10000');
  await expect(effect(page)).toContainText('0.5 BTC, cost $10,000.00');
  await expectAccessible(page, isPhone(page) ? '[role=dialog]' : 'main');
  await buy.getByRole('button', { name: 'Add transaction' }).click();
  await expect(toast(page)).toContainText('Buy, 10 Jan 2025');
  if (!isPhone(page)) {
    // The form stays open beside the list, and the message must not cover it.
    const message = await boxOf(toast(page));
    expect(message.x + message.width).toBeLessThanOrEqual((await boxOf(buy)).x);
  }
  await expect(rowsOf(page)).toHaveCount(1);

  await addBatch(page, portfolioId, [
    {
      type: 'buy',
      occurredAt: '2025-03-01T12:00:00.000Z',
      in: coins(bitcoin, '0.5'),
      out: dollars('20000'),
    },
    { type: 'buy', occurredAt: '2025-04-01T12:00:00.000Z', in: coins(ether, '4'), out: dollars('8000') },
    {
      type: 'swap',
      occurredAt: '2025-06-01T12:00:00.000Z',
      out: coins(ether, '1'),
      in: coins(bitcoin, '0.05'),
      value: dollars('2500'),
    },
    { type: 'gift_out', occurredAt: '2025-07-01T12:00:00.000Z', out: coins(ether, '0.5') },
  ]);
  await open(page, '/portfolio?tab=transactions');
  await expect(rowsOf(page)).toHaveCount(5);
  await expect(rowsOf(page).nth(1)).toContainText('+$500.00');
  // Gifts have no gain.
  await expect(rowsOf(page).nth(0)).toContainText('No gain');

  await page.keyboard.press('n');
  const sell = await typeTransaction(page, {
    type: 'Sell',
    coin: ['You sold', 'Bitcoin'],
    amount: '0.6',
    total: ['Total received ($)', '30000'],
    at: '2025-09-01T09:00',
  });
  // First in, first out: 0.5 bought for 10,000, and 0.1 of 0.5 bought for 20,000.
  await expect(effect(page)).toContainText('+$16,000.00');
  await expect(effect(page)).toContainText('0.5 from 10 Jan 2025, cost $10,000.00');
  await expect(effect(page)).toContainText('0.1 from 1 Mar 2025, cost $4,000.00');
  await sell.getByRole('button', { name: 'Add transaction' }).click();
  await expect(rowsOf(page).first()).toContainText('+$16,000.00');

  await openTab(page, 'Gains');
  await page.getByRole('button', { name: /^2025/ }).click();
  await expect(page.getByRole('button', { name: /^2025/ })).toContainText('+$16,500.00');
  const sale = page.getByRole('article').filter({ hasText: '0.6 BTC' });
  await expect(sale).toContainText('$30,000.00');
  await expect(sale).toContainText('0.5 BTC from 10 Jan 2025');
  await expect(page).toHaveURL(/tab=gains.*year=2025/);
  await expectAccessible(page, 'main');

  // Last in, first out: 0.05 from the swap for 2,500, 0.5 for 20,000, 0.05 for 1,000.
  await page.getByRole('button', { name: 'First in, first out' }).click();
  const settings = page.getByRole('dialog', { name: 'Method, currency and wallets' });
  await settings.getByLabel('Method').selectOption('lifo');
  await settings.getByRole('button', { name: 'Close' }).click();
  await expect(sale).toContainText('+$6,500.00');
  await expect(page.getByRole('button', { name: /^2025/ })).toContainText('+$7,000.00');

  await openTab(page, 'Holdings');
  const coin = page.locator('[data-coin="bitcoin"]');
  await expect(coin).toContainText(isPhone(page) ? '0.45 BTC' : '0.45');
  await coin.getByRole('button', { expanded: false }).click();
  const lots = page.getByRole('table', { name: 'Lots of Bitcoin' });
  await expect(lots).toContainText('0.45 of 0.5');
  await expect(lots).toContainText('$9,000.00');
  await expectAccessible(page, 'main');
  watched.expectNoProblems();
});

test('what was typed stays when the window becomes narrow or wide, until the form is closed @once', async ({
  page,
}) => {
  await start(page);
  await open(page, '/portfolio?tab=transactions');
  await page.keyboard.press('n');
  await form(page).getByLabel('Amount', { exact: true }).fill('0.25');
  for (const width of [1100, 1280, 800]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('dialog')).toHaveCount(width < 1200 ? 1 : 0);
    await expect(form(page).getByLabel('Amount', { exact: true })).toHaveValue('0.25');
  }
  await form(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(form(page).getByLabel('Amount', { exact: true })).toHaveValue('');
});

test('a wrong transaction is corrected from its problem @long', async ({ page }) => {
  const portfolioId = await start(page);
  await addBatch(page, portfolioId, [
    { type: 'buy', occurredAt: '2025-01-10T09:00:00.000Z', in: coins(bitcoin, '0.1'), out: dollars('3000') },
    { type: 'sell', occurredAt: '2025-02-10T09:00:00.000Z', out: coins(bitcoin, '1'), in: dollars('5000') },
    { type: 'buy', occurredAt: '2025-03-10T09:00:00.000Z', in: coins(bitcoin, '2'), out: dollars('60000') },
  ]);
  await open(page, '/portfolio');
  const missing = page.getByRole('region', { name: 'What is missing' });
  await expect(missing).toBeVisible();
  await missing.getByRole('button', { name: 'Show the transaction' }).click();
  await expect(page).toHaveURL(/tab=transactions/);
  const fields = form(page);
  await expect(fields.getByLabel('Amount', { exact: true })).toHaveValue('1');
  await fields.getByLabel('Amount', { exact: true }).fill('0.1');
  await expect(effect(page)).toContainText('+$2,000.00');
  await fields.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page)).toContainText('Transaction saved');
  await openTab(page, 'Holdings');
  await expect(page.locator('[data-coin="bitcoin"]')).toBeVisible();
  await expect(missing).toHaveCount(0);

  // Works on any tab of the portfolio.
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/tab=transactions/);
  await expect(form(page).getByLabel('Amount', { exact: true })).toHaveValue('');
});

test('a transaction opened by its link is the latest, and is not saved over a later change @once @long', async ({
  page,
}) => {
  const portfolioId = await start(page);
  const path = `/api/portfolios/${portfolioId}/transactions`;
  const buy = {
    type: 'buy',
    occurredAt: '2025-01-10T09:00:00.000Z',
    in: coins(bitcoin, '1'),
    out: dollars('100'),
  };
  const { id } = await callAs<{ id: string }>(page, 'POST', path, buy);
  await open(page, `/portfolio?tab=transactions&transaction=${id}`);
  const total = form(page).getByLabel('Total paid ($)');
  await expect(total).toHaveValue('100');
  await form(page).getByRole('button', { name: 'Close' }).click();
  await rowsOf(page).first().getByRole('button', { name: 'Edit Buy, 10 Jan 2025' }).click();
  await total.fill('200');
  await form(page).getByRole('button', { name: 'Save' }).click();
  await expect(toast(page)).toContainText('Transaction saved');

  await openTab(page, 'Holdings');
  await page.locator('[data-coin="bitcoin"]').getByRole('button', { expanded: false }).click();
  await page.getByRole('link', { name: 'Edit the transaction of this lot of Bitcoin' }).click();
  await expect(total).toHaveValue('200');

  await callAs(page, 'PUT', `/api/transactions/${id}`, { ...buy, out: dollars('300') });
  await form(page).getByLabel('Note').fill('From Kraken');
  const save = form(page).getByRole('button', { name: 'Save' });
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const answered = (method: string) =>
      page.waitForResponse((answer) => answer.request().method() === method && answer.url().endsWith(id));
    const [refused, reloaded] = [answered('PUT'), answered('GET')];
    await save.click();
    expect((await refused).status()).toBe(409);
    await expect(form(page).getByRole('alert')).toContainText('changed in the meantime');
    await reloaded;
  }
  expect(await callAs(page, 'GET', `/api/transactions/${id}`)).toMatchObject({
    out: dollars('300'),
    note: null,
  });
});

test('the form is in the portfolio’s currency, even if that arrives late @once @long', async ({ page }) => {
  const portfolioId = await start(page);
  await callAs(page, 'PUT', `/api/portfolios/${portfolioId}/settings`, { currency: 'EUR' });
  const answers = Promise.withResolvers<void>();
  await page.route(/\/settings$/, async (route) => {
    await answers.promise;
    await route.continue();
  });
  await open(page, '/portfolio?tab=transactions');
  await page.keyboard.press('n');
  await expect(form(page)).toBeVisible();
  await expect(form(page).getByText('Total paid ($)')).toHaveCount(0);
  answers.resolve();
  await expect(form(page).getByLabel('Total paid (€)')).toBeVisible();
});

test('a lot that a sale uses up can still be changed when the sale is edited @once @long', async ({
  page,
}) => {
  const portfolioId = await start(page);
  const path = `/api/portfolios/${portfolioId}`;
  await callAs(page, 'PUT', `${path}/settings`, { method: 'specific', scope: 'portfolio', currency: 'USD' });
  const [older, newer, sale] = [
    { type: 'buy', occurredAt: '2025-01-10T09:00:00.000Z', in: coins(bitcoin, '1'), out: dollars('10000') },
    { type: 'buy', occurredAt: '2025-02-10T09:00:00.000Z', in: coins(bitcoin, '1'), out: dollars('30000') },
    { type: 'sell', occurredAt: '2025-03-10T09:00:00.000Z', out: coins(bitcoin, '1'), in: dollars('40000') },
  ];
  const add = (transaction: unknown) =>
    callAs<{ id: string }>(page, 'POST', `${path}/transactions`, transaction);
  await add(older);
  const { id: transactionId } = await add(newer);
  const { id } = await add({ ...sale, lots: [{ transactionId, amount: '1' }] });
  await open(page, `/portfolio?tab=transactions&transaction=${id}`);
  const lots = form(page).getByRole('group', { name: 'Lots to take from' });
  await expect(lots.getByLabel('1 from 10 Feb 2025')).toHaveValue('1');
  await expect(effect(page)).toContainText('+$10,000.00');
  await lots.getByLabel('1 from 10 Feb 2025').fill('x');
  await form(page).getByRole('button', { name: 'Save' }).click();
  await expect(lots.getByRole('alert')).toHaveText('Each amount must be a number, zero or more');
  await lots.getByLabel('1 from 10 Feb 2025').fill('');
  await lots.getByLabel('1 from 10 Jan 2025').fill('1');
  await expect(effect(page)).toContainText('+$30,000.00');
  await form(page).getByRole('button', { name: 'Save' }).click();
  await expect(toast(page)).toContainText('Transaction saved');
});

test('a year can be chosen even if its figures arrive while it is pressed @once @long', async ({ page }) => {
  const portfolioId = await start(page);
  await addBatch(page, portfolioId, [
    { type: 'buy', occurredAt: '2025-01-10T09:00:00.000Z', in: coins(bitcoin, '1'), out: dollars('3000') },
    { type: 'sell', occurredAt: '2025-02-10T09:00:00.000Z', out: coins(bitcoin, '1'), in: dollars('5000') },
  ]);
  const answers = Promise.withResolvers<void>();
  await page.route(/disposals\?from=.*limit=1$/, async (route) => {
    await answers.promise;
    await route.continue();
  });
  await open(page, '/portfolio?tab=gains');
  const year = page.getByRole('button', { name: /^2025/ });
  // Presses the skeleton, which the figure then replaces.
  await year.locator(':scope > *').nth(1).hover();
  await page.mouse.down();
  answers.resolve();
  await expect(year).toContainText('+$2,000.00');
  await page.mouse.up();
  await expect(page).toHaveURL(/year=2025/);
  await page.getByRole('button', { name: 'Why this number? Gain in 2025', exact: true }).click();
  const proof = page.getByRole('dialog', { name: 'Why this number?' });
  await expect(proof.getByRole('status')).toContainText('every step is correct');
  await expect(proof).toContainText('$2,000.00');
});

test('method, currency and wallets are set, and a wallet in use cannot be deleted @long', async ({
  page,
}) => {
  const portfolioId = await start(page);
  await addBatch(page, portfolioId, [
    { type: 'buy', occurredAt: '2025-01-10T09:00:00.000Z', in: coins(bitcoin, '1'), out: dollars('10000') },
    { type: 'buy', occurredAt: '2025-02-10T09:00:00.000Z', in: coins(bitcoin, '1'), out: dollars('30000') },
    { type: 'sell', occurredAt: '2025-03-10T09:00:00.000Z', out: coins(bitcoin, '1'), in: dollars('40000') },
  ]);
  await open(page, '/portfolio?tab=gains&year=2025');
  await page.getByRole('button', { name: 'First in, first out' }).click();
  const settings = page.getByRole('dialog', { name: 'Method, currency and wallets' });
  await settings.getByLabel('Method').selectOption('average');
  await settings.getByLabel('New wallet').fill('Ledger Nano');
  await settings.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(settings.getByRole('listitem')).toHaveText([/^Main/, /^Ledger Nano/, /^Elsewhere/]);
  await settings.getByRole('button', { name: 'Rename Ledger Nano' }).click();
  await settings.getByLabel('New name for Ledger Nano').fill('Cold store');
  await settings.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(settings.getByRole('listitem')).toHaveText([/^Main/, /^Cold store/, /^Elsewhere/]);
  await expectAccessible(page, '[role=dialog]');
  await settings.getByRole('button', { name: 'Close' }).click();
  // 1 was sold of 2 that were bought for 40,000.
  await expect(page.getByRole('article')).toContainText('+$20,000.00');

  const wallets = await callAs<{ id: string; name: string }[]>(
    page,
    'GET',
    `/api/portfolios/${portfolioId}/wallets`,
  );
  const { id: wallet } = wallets.find(({ name }) => name === 'Cold store')!;
  await addBatch(page, portfolioId, [
    {
      type: 'transfer',
      occurredAt: '2025-04-10T09:00:00.000Z',
      out: coins(bitcoin, '1'),
      toWallet: wallet,
    },
  ]);
  await page.getByRole('button', { name: 'Average cost' }).click();
  await settings.getByRole('button', { name: 'Delete Cold store' }).click();
  await expect(settings).toContainText('Cold store has transactions. Move them to another wallet');
});

test('a position is added with its date and other details @long', async ({ page }) => {
  await start(page);
  await open(page, '/portfolio');
  await page.getByRole('button', { name: 'Add Position' }).first().click();
  const adding = page.getByRole('dialog', { name: 'Add Position' });
  const picker = adding.getByRole('combobox', { name: 'Cryptocurrency' });
  await picker.fill('Bitcoin');
  await adding.getByRole('option', { name: 'Bitcoin' }).first().click();
  await adding.getByLabel('Amount').fill('0.25');
  await adding.getByLabel('Purchase price').fill('40000');
  await adding.getByRole('button', { name: 'Add date and more' }).click();
  await expect(page).toHaveURL(/tab=transactions/);
  const fields = form(page);
  await expect(fields.getByLabel('Amount', { exact: true })).toHaveValue('0.25');
  await expect(fields.getByLabel('Total paid ($)')).toHaveValue('10000');
  await fields.getByLabel('Date and time (UTC)').fill('2025-01-10T09:00');
  await fields.getByRole('button', { name: 'Add transaction' }).click();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page).first()).toContainText('10 Jan 2025');

  // Its share of the portfolio is not cut off. Phones don't show it.
  if (page.viewportSize()!.width < 768) return;
  await page.getByRole('navigation', { name: 'Portfolio' }).getByRole('link', { name: 'Holdings' }).click();
  const share = page.locator('[data-coin="bitcoin"] td').filter({ hasText: '100.0%' });
  await expect(share).toBeVisible();
  expect(await share.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
});

test('the coins to choose from fit the form on a tablet, and amounts fit the list @once @long', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  const portfolioId = await start(page);
  await addBatch(page, portfolioId, [
    {
      ...{ type: 'sell', occurredAt: '2025-01-10T09:00:00.000Z' },
      ...{ out: coins(bitcoin, '0.12345678'), in: dollars('1234567.89') },
    },
  ]);
  await open(page, '/portfolio?tab=transactions');
  const amount = rowsOf(page)
    .first()
    .getByText(/^-0\.12345678 BTC$/);
  await expect(amount).toBeVisible();
  const cut = (locator: Locator) =>
    locator.evaluate((element) => {
      const cell = element.closest('td, [role="dialog"]')!;
      return Math.max(element.scrollWidth - element.clientWidth, cell.scrollWidth - cell.clientWidth);
    });
  expect(await cut(amount)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Add transaction' });
  await sheet.getByRole('combobox', { name: 'You bought' }).click();
  await expect(sheet.getByRole('listbox').getByRole('option').first()).toBeVisible();
  expect(await cut(sheet)).toBeLessThanOrEqual(0);
});

test('the list of further types is readable in dark @once @long', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await start(page);
  await open(page, '/portfolio?tab=transactions');
  await page.getByRole('button', { name: 'Add', exact: true }).first().click();
  const type = page.getByLabel('Other types').getByRole('option', { name: 'Loss', includeHidden: true });
  // The browser draws the list over white.
  await expect(type).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
});
