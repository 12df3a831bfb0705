import { expect, type Page, test } from '@playwright/test';
import { signUp } from '../support/accounts/local-inbox.ts';
import { callAs } from '../support/accounts/user-page.ts';
import {
  addBatch,
  bitcoin,
  coins,
  dollars,
  effect,
  ether,
  form,
  list,
  rowsOf,
  toast,
  typeTransaction,
} from '../support/portfolio/ledger-page.ts';
import { serveStillMarket } from '../support/test-site.ts';
import { openPage } from '../support/watch-page.ts';

const server = serveStillMarket('transactions');
let number = 0;

const open = (page: Page, path: string) => openPage(page, server.url + path);

async function start(page: Page): Promise<string> {
  await signUp(page, server.url, `transactions.${++number}@example.com`);
  const [portfolio] = await callAs<{ id: string }[]>(page, 'GET', '/api/portfolios');
  return portfolio!.id;
}

test('transactions are found, duplicated, deleted together, and restored', async ({ page }) => {
  const portfolioId = await start(page);
  const buys = Array.from({ length: 6 }, (_, index) => ({
    type: 'buy',
    occurredAt: new Date(Date.UTC(2025, index, 1)).toISOString(),
    in: coins(index % 2 === 0 ? bitcoin : ether, String(index + 1)),
    out: dollars('100'),
  }));
  await addBatch(page, portfolioId, buys);
  await open(page, '/portfolio?tab=transactions');
  await expect(rowsOf(page)).toHaveCount(6);

  await page.getByRole('combobox', { name: 'Coin', exact: true }).selectOption('ethereum');
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(page).toHaveURL(/coin=ethereum/);
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(rowsOf(page)).toHaveCount(6);

  await page.getByRole('button', { name: 'Select', exact: true }).click();
  for (const place of [0, 1]) await rowsOf(page).nth(place).locator('label').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(rowsOf(page)).toHaveCount(4);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page)).toContainText('2 transactions restored');
  await expect(rowsOf(page)).toHaveCount(6);
});

test('the form next to the list is empty again after each transaction @once', async ({ page }) => {
  await start(page);
  await open(page, '/portfolio?tab=transactions');
  const previews: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/preview')) previews.push(request.postData()!);
  });
  for (const count of [1, 2]) {
    // Nothing opens it: it is already there.
    const buy = await typeTransaction(page, {
      type: 'Buy',
      coin: ['You bought', 'Bitcoin'],
      amount: String(count),
      total: ['Total paid ($)', '100'],
      at: `2025-01-0${count}T09:00`,
    });
    await expect(effect(page)).toContainText(`${count} BTC, cost $100.00`);
    await buy.getByRole('button', { name: 'Add transaction' }).click();
    await expect(rowsOf(page)).toHaveCount(count);
    // The effect isn't calculated as if the added transaction were added again.
    expect(previews).toHaveLength(count);
    await expect(form(page).getByLabel('Amount', { exact: true })).toHaveValue('');
    await expect(page.getByRole('complementary', { name: 'Transaction' })).toBeFocused();
  }
});

test('the list is used with the keyboard @once', async ({ page }) => {
  const portfolioId = await start(page);
  const buys = Array.from({ length: 40 }, (_, index) => ({
    type: 'buy',
    occurredAt: new Date(Date.UTC(2025, 0, index + 1)).toISOString(),
    in: coins(bitcoin, String(index + 1)),
    out: dollars('100'),
  }));
  await addBatch(page, portfolioId, buys);
  const held = Promise.withResolvers<void>();
  await page.route('**/transactions?*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await open(page, '/portfolio?tab=transactions');
  await rowsOf(page).first().focus();
  held.resolve();
  await expect(rowsOf(page).first()).toContainText('+40 BTC');
  await expect(page.locator('[data-index="0"]')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-index="1"]')).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.locator('[data-index="39"]')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form(page).getByLabel('Amount', { exact: true })).toHaveValue('1');
  // The focus moves into the form, and back to the row.
  await expect(page.getByRole('complementary', { name: 'Transaction' })).toBeFocused();
  await form(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('[data-index="39"]')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form(page).getByLabel('Amount', { exact: true })).toHaveValue('1');
  await form(page).getByRole('button', { name: 'Duplicate' }).click();
  await form(page).getByRole('button', { name: 'Add transaction' }).click();
  await expect(toast(page)).toContainText('Transaction added');
  await expect(list(page)).toHaveAttribute('aria-rowcount', '42');
});

test('5,000 transactions are scrolled from end to end @long', async ({ page }) => {
  const portfolioId = await start(page);
  for (let batch = 0; batch < 5; batch++) {
    const transactions = Array.from({ length: 1000 }, (_, index) => ({
      type: 'buy',
      occurredAt: new Date(Date.UTC(2020, 0, 1) + (batch * 1000 + index) * 3_600_000).toISOString(),
      in: coins(bitcoin, String(batch * 1000 + index + 1)),
      out: dollars('100'),
    }));
    await addBatch(page, portfolioId, transactions);
  }
  await open(page, '/portfolio?tab=transactions');
  await expect(rowsOf(page).first()).toContainText('+5,000 BTC');
  await expect(list(page)).toHaveAttribute('aria-rowcount', '5001');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(page.locator('[data-index="4999"]')).toContainText('+1 BTC');
  // Only the rows in view of a long list are rendered.
  expect(await rowsOf(page).count()).toBeLessThan(60);
  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.locator('[data-index="0"]')).toContainText('+5,000 BTC');
});
