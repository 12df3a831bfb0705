import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { signUp } from '../support/accounts/local-inbox.ts';
import { callAs, expectAccessible } from '../support/accounts/user-page.ts';
import { serveStillMarket } from '../support/test-site.ts';
import { openPage, watchPage } from '../support/watch-page.ts';

const golden = join(import.meta.dirname, '../../../shared/golden/imports');

const table = [
  'When,What,Coin,Amount,Paid,Money',
  '2024-01-02 10:00:00,buy,BTC,0.5,20000,USD',
  '2024-02-02 10:00:00,buy,ETH,2,5000,USD',
  'some day,buy,ETH,2,5000,USD',
].join('\n');

const server = serveStillMarket('import');
let number = 0;

const open = (page: Page, path: string) => openPage(page, server.url + path);
const toast = (page: Page) => page.locator('[data-toast]');
const items = (page: Page) => page.getByRole('table', { name: 'Transactions in this file, in its order' });
const add = (page: Page) => page.getByRole('button', { name: /^Add \d+ transaction/ });

async function start(page: Page): Promise<string> {
  await signUp(page, server.url, `imports.${++number}@example.com`);
  const [portfolio] = await callAs<{ id: string }[]>(page, 'GET', '/api/portfolios');
  return portfolio!.id;
}

const countTransactions = async (page: Page, portfolioId: string) =>
  (await callAs<{ total: number }>(page, 'GET', `/api/portfolios/${portfolioId}/transactions`)).total;

const pick = (page: Page, name: string, text: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('a table of unknown format is mapped, reviewed, added and undone', async ({ page }) => {
  const portfolioId = await start(page);
  await open(page, '/portfolio');
  await page.getByRole('link', { name: 'Or import a file from an exchange' }).click();
  await expect(page.getByRole('heading', { name: 'Import a file' })).toBeVisible();
  await page.getByText('Kraken', { exact: true }).click();
  await expectAccessible(page, 'main');

  await pick(page, 'trades.csv', table);
  await expect(page.getByRole('alert')).toContainText('not in a format we know');
  // Shows rows, so that people know which columns to choose.
  await expect(page.getByRole('table', { name: 'The first rows' })).toContainText('When');
  await expectAccessible(page, 'main');
  for (const [label, column] of [
    ['Date and time (required)', 'When'],
    ['Type', 'What'],
    ['Amount received', 'Amount'],
    ['Coin received', 'Coin'],
    ['Amount given', 'Paid'],
    ['Coin given', 'Money'],
  ] as const)
    await page.getByLabel(label, { exact: true }).selectOption(column);
  await expect(page.getByRole('table', { name: 'The first rows of these columns' })).toContainText('20000');
  await page.getByRole('button', { name: 'Read the file' }).click();

  await expect(items(page).locator('tbody tr')).toHaveCount(2);
  await expect(items(page)).toContainText('+0.5 Bitcoin');
  await expect(page.getByText('some day,buy,ETH,2,5000,USD')).toBeVisible();
  await expectAccessible(page, 'main');
  expect(await countTransactions(page, portfolioId)).toBe(0);
  await add(page).click();
  await expect(page.getByRole('button', { name: 'Undo this import' })).toBeVisible();
  // The pressed button is gone, but the focus is not lost.
  await expect(page.locator('[data-part="imports"]')).toBeFocused();
  expect(await countTransactions(page, portfolioId)).toBe(2);

  // Importing the same file again adds nothing twice, and remembers the mapping.
  await page.getByRole('button', { name: 'All imports' }).click();
  await expect(page.getByRole('button', { name: /trades\.csv/ })).toContainText('2 transactions added');
  await pick(page, 'trades-again.csv', table);
  await expect(page.getByLabel('Type', { exact: true })).toHaveValue('What');
  await page.getByRole('button', { name: 'Read the file' }).click();
  await expect(items(page).locator('[data-state=known]')).toHaveCount(2);
  await expect(page.getByText('all its transactions are already known')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(toast(page)).toContainText('trades-again.csv discarded');

  await page.getByRole('button', { name: /trades\.csv/ }).click();
  await expect(page.getByRole('button', { name: 'Undo this import' })).toBeVisible();
  await expect(items(page)).toContainText('In your ledger');
  await expect(page.locator('[data-part="imports"]')).toBeFocused();
  // Back closes the question, which is not asked again unless the button is pressed again.
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: /trades\.csv/ }).click();
  await expect(page.getByRole('button', { name: 'Undo this import' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await expectAccessible(page, '[role=dialog]');
  await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(toast(page)).toContainText('undone');
  await expect.poll(() => countTransactions(page, portfolioId)).toBe(0);
});

test('another file with the same name never replaces an import @once @long', async ({ page }) => {
  await start(page);
  await open(page, '/portfolio?tab=imports');
  const koinly = (coin: string) =>
    `Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash\n2024-01-02 10:00:00 UTC,20000,USD,0.5,${coin},,,,,,,\n`;
  const settings = page.getByText('Read it with other settings');
  for (const coin of ['BTC', 'ETH']) {
    await pick(page, 'trades.csv', koinly(coin));
    await expect(items(page)).toContainText(coin === 'BTC' ? 'Bitcoin' : 'Ethereum');
    await expect(settings).toBeVisible();
    await page.getByRole('button', { name: 'All imports' }).click();
  }
  const entries = page.getByRole('button', { name: /trades\.csv/ });
  await entries.first().click();
  await expect(items(page)).toContainText('Ethereum');
  await expect(settings).toBeVisible();
  await page.getByRole('button', { name: 'All imports' }).click();
  await entries.last().click();
  await expect(items(page)).toContainText('Bitcoin');
  await expect(settings).toHaveCount(0);
});

test('a row that could not be read is added by hand, with its text as the note @long', async ({ page }) => {
  await start(page);
  await open(page, '/portfolio?tab=imports');
  await pick(page, 'trades.csv', table);
  await page.getByLabel('Date and time (required)', { exact: true }).selectOption('When');
  await page.getByLabel('Amount received', { exact: true }).selectOption('Amount');
  await page.getByLabel('Coin received', { exact: true }).selectOption('Coin');
  await page.getByRole('button', { name: 'Read the file' }).click();
  await page.getByRole('button', { name: 'Add by hand' }).first().click();
  await expect(page.getByLabel('Note')).toHaveValue('some day,buy,ETH,2,5000,USD');
});

test('a file dropped on the holdings is read, and its amounts can be hidden', async ({ page }) => {
  test.skip(!existsSync(golden), 'the sample files are missing');
  const watched = watchPage(page);
  const portfolioId = await start(page);
  await open(page, '/portfolio');
  await expect(page.getByRole('link', { name: 'Or import a file from an exchange' })).toBeVisible();
  const text = await readFile(join(golden, 'bitvavo-export.csv'), 'utf8');
  const dropped = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], 'bitvavo.csv', { type: 'text/csv' }));
    return data;
  }, text);
  await page.dispatchEvent('main', 'dragenter', { dataTransfer: dropped });
  await expect(page.getByText('Drop the file to see what is in it')).toBeVisible();
  await page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
  await expect(add(page)).toBeVisible();
  const expected = JSON.parse(await readFile(join(golden, 'bitvavo-export.expected.json'), 'utf8')) as {
    transactions: unknown[];
  };
  await expect(items(page).locator('tbody tr')).toHaveCount(expected.transactions.length);
  await page.keyboard.press('h');
  await expect(items(page)).not.toContainText('0.0053543');
  await add(page).click();
  await expect(page.getByRole('button', { name: 'Undo this import' })).toBeVisible();
  expect(await countTransactions(page, portfolioId)).toBe(expected.transactions.length);
  watched.expectNoProblems();
});

test('a ticker that matches no coin is asked about, and any coin can be chosen @long', async ({ page }) => {
  await start(page);
  await open(page, '/portfolio?tab=imports');
  await pick(page, 'unknown.csv', table.replace('BTC', 'QQZZ'));
  for (const [label, column] of [
    ['Date and time (required)', 'When'],
    ['Amount received', 'Amount'],
    ['Coin received', 'Coin'],
  ] as const)
    await page.getByLabel(label, { exact: true }).selectOption(column);
  await page.getByRole('button', { name: 'Read the file' }).click();
  await expect(page.getByRole('heading', { name: '1 question' })).toBeVisible();
  // Counts questions, not rows: one answer can apply to several rows.
  await expect(page.getByRole('term').filter({ hasText: /^Questions$/ })).toBeVisible();
  await expectAccessible(page, 'main');
  const picker = page.getByRole('combobox', { name: 'The coin' });
  await picker.click();
  await picker.fill('Litecoin');
  await page.getByRole('option', { name: 'Litecoin' }).first().click();
  await page.getByRole('button', { name: 'Save 1 answer' }).click();
  await expect(page.getByRole('heading', { name: 'All questions are answered' })).toBeVisible();
  await expect(items(page)).toContainText('0.5 Litecoin');
  await add(page).click();
  await expect(page.getByRole('button', { name: 'Undo this import' })).toBeVisible();
});

test('a file that cannot be read shows why, and another can be chosen @long', async ({ page }) => {
  await start(page);
  await open(page, '/portfolio?tab=imports');
  await pick(page, 'broken.csv', 'When,What\n"2024-01-02,never closed\n');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Import a file' })).toBeVisible();
});
