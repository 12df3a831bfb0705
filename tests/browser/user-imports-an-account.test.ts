import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { signUp } from '../support/accounts/local-inbox.ts';
import { callAs, expectAccessible } from '../support/accounts/user-page.ts';
import { serveStillMarket } from '../support/test-site.ts';
import { openPage } from '../support/watch-page.ts';

const server = serveStillMarket('account-import', { DEFAULT_TIER: 'pro' });
let number = 0;

const start = (page: Page) => signUp(page, server.url, `moves.${++number}@example.com`);
const pick = (page: Page, text: string) =>
  page.getByLabel('Exported account').setInputFiles({
    name: 'altimeter-export.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });
const take = (page: Page) => page.getByRole('button', { name: 'Import into this account' });

test('an exported account shows its contents, lists what does not fit, and is imported once', async ({
  page,
}) => {
  await start(page);
  const { data } = await callAs<{ data: object }>(page, 'GET', '/api/account/export');
  const item = { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin', addedAt: 1, ordinal: 1 };
  await openPage(page, `${server.url}/account`);

  await pick(page, 'no export');
  await expect(page.getByRole('alert')).toContainText('it is not JSON');

  await pick(page, JSON.stringify({ data: { ...data, watchlist: [{ ...item, addedAt: 'soon' }] } }));
  const question = page.getByRole('region', { name: 'Import altimeter-export.json' });
  await expect(question).toContainText('1 portfolio and 1 watched coin');
  // It replaces the pressed button, and gets its focus.
  await expect(question).toBeFocused();
  await take(page).click();
  await expect(question.getByText('watched coin 1, addedAt')).toBeVisible();
  await expectAccessible(page, 'main');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Import an exported account' })).toBeFocused();

  const whole = JSON.stringify({ data: { ...data, watchlist: [item] } });
  await pick(page, whole);
  await take(page).click();
  await expect(page.getByText('Imported: 1 portfolio and 1 watched coin.')).toBeVisible();
  expect(await callAs<unknown[]>(page, 'GET', '/api/watchlist')).toHaveLength(1);

  await pick(page, whole);
  await take(page).click();
  await expect(page.getByText('This account has data of its own')).toBeVisible();
});

test('all transactions are saved as a CSV file @long', async ({ page }) => {
  await start(page);
  const [portfolio] = await callAs<{ id: string }[]>(page, 'GET', '/api/portfolios');
  await callAs(page, 'POST', `/api/portfolios/${portfolio!.id}/transactions`, {
    type: 'buy',
    occurredAt: '2024-01-02T10:00:00Z',
    in: { coinId: 'bitcoin', amount: '0.5' },
    out: { currency: 'USD', amount: '20000' },
  });
  await openPage(page, `${server.url}/portfolio?tab=transactions`);
  const button = page.getByRole('button', { name: 'Export as CSV' });
  await expect(button).toBeVisible();
  const download = page.waitForEvent('download');
  await button.click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('altimeter-transactions.csv');
  expect(await readFile((await file.path())!, 'utf8')).toContain('buy,,2024-01-02T10:00:00.000Z,bitcoin');
});
