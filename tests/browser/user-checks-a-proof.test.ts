import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { signUp } from '../support/accounts/local-inbox.ts';
import { callAs, expectAccessible } from '../support/accounts/user-page.ts';
import { serveStillMarket } from '../support/test-site.ts';
import { openPage, watchPage } from '../support/watch-page.ts';

const server = serveStillMarket('proof');
let number = 0;

const bitcoin = (amount: string) => ({ coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin', amount });
const dollars = (amount: string) => ({ currency: 'USD', amount });

/** Two lots of bitcoin, and a sale of more than the first. */
async function startWithTrades(page: Page): Promise<void> {
  await signUp(page, server.url, `proof.${++number}@example.com`);
  const [portfolio] = await callAs<{ id: string }[]>(page, 'GET', '/api/portfolios');
  await callAs(page, 'POST', `/api/portfolios/${portfolio!.id}/transactions`, {
    transactions: [
      { type: 'buy', occurredAt: '2025-01-10T09:00:00.000Z', in: bitcoin('0.5'), out: dollars('10000') },
      { type: 'buy', occurredAt: '2025-03-01T12:00:00.000Z', in: bitcoin('0.5'), out: dollars('20000') },
      { type: 'sell', occurredAt: '2025-09-01T09:00:00.000Z', out: bitcoin('0.6'), in: dollars('30000') },
    ],
  });
}

const proof = (page: Page) => page.getByRole('dialog', { name: 'Why this number?' });
const why = (page: Page, label: string) =>
  page.getByRole('button', { name: `Why this number? ${label}`, exact: true });
const checkFile = (file: string) =>
  spawnSync(process.execPath, ['scripts/check-proof.mjs', file], { encoding: 'utf8' });

test('a total, a holding and a gain can each be explained', async ({ page }) => {
  const watched = watchPage(page);
  await startWithTrades(page);
  await openPage(page, `${server.url}/portfolio`);
  await why(page, 'Total Invested').click();
  await expect(proof(page).getByRole('status')).toContainText(
    'Checked in your browser: every step is correct',
  );
  await expect(proof(page)).toContainText('$16,000.00');
  await expect(proof(page)).toContainText('Buy 0.5 BTC for $20,000.00');
  await expect(proof(page).getByRole('region', { name: 'Disposals' })).toContainText(
    '0.1 BTC from 1 Mar 2025, cost $4,000.00',
  );
  await expectAccessible(page, '[role=dialog]');
  await proof(page).getByRole('button', { name: 'Close' }).click();
  await expect(why(page, 'Total Invested')).toBeFocused();

  await why(page, 'Bitcoin').click();
  await expect(proof(page).getByRole('heading', { name: 'Value of Bitcoin' })).toBeVisible();
  await expect(proof(page).getByRole('status')).toContainText('every step is correct');
  await proof(page).getByLabel('Figure', { exact: true }).selectOption('averageCost');
  await expect(proof(page)).toContainText('$40,000.00');
  await expect(proof(page).getByRole('status')).toContainText('every step is correct');
  await page.keyboard.press('Escape');

  await openPage(page, `${server.url}/portfolio?tab=gains&year=2025`);
  await why(page, 'Gain of 0.6 BTC').click();
  await expect(proof(page)).toContainText('$16,000.00');
  await expect(proof(page).getByRole('status')).toContainText('every step is correct');
  watched.expectNoProblems();
});

test('a total with a holding of unknown cost says what it counts @once', async ({ page }) => {
  await startWithTrades(page);
  const ether = { coinId: 'ethereum', symbol: 'eth', name: 'Ethereum', amount: '2' };
  await callAs(page, 'POST', '/api/portfolio', ether);
  await openPage(page, `${server.url}/portfolio`);
  await why(page, 'Total P&L').click();
  await expect(proof(page).getByRole('heading', { name: 'Total P&L' })).toBeVisible();
  const counted = proof(page).getByRole('region', { name: 'Counted', exact: true });
  await expect(counted.getByRole('listitem')).toHaveCount(2);
  await expect(counted.getByRole('listitem').nth(1)).toContainText(
    'Ethereumno cost recorded: its value counts as profit',
  );
  await expectAccessible(page, '[role=dialog]');
  await why(page, 'Unrealized gain').click();
  await expect(proof(page).getByRole('status')).toContainText('every step is correct');
  await page.keyboard.press('Escape');

  await why(page, 'Total Invested').click();
  await expect(counted).toContainText('$16,000.00');
  await expect(proof(page).getByRole('region', { name: 'Not counted' })).toContainText(
    'Ethereumno cost recorded',
  );
});

test('a downloaded proof holds, and one with a changed digit is rejected @once', async ({ page }) => {
  await startWithTrades(page);
  await openPage(page, `${server.url}/portfolio`);
  await why(page, 'Bitcoin').click();
  await proof(page).getByLabel('Figure', { exact: true }).selectOption('costBasis');
  await expect(proof(page).getByRole('status')).toContainText('every step is correct');
  const downloading = page.waitForEvent('download');
  await proof(page).getByRole('button', { name: 'Download' }).click();
  const file = join(server.dataDir, 'proof.json');
  await (await downloading).saveAs(file);
  expect(checkFile(file)).toMatchObject({ status: 0, stdout: 'holds\n' });

  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('"20000"', '"20001"'));
  expect(checkFile(file)).toMatchObject({ status: 1, stdout: 'the document was changed\n' });
});

test('a proof changed in transit is rejected by the browser @once @long', async ({ page }) => {
  await startWithTrades(page);
  await page.route(/\/proof\?/, async (route) => {
    const text = await (await route.fetch()).text();
    await route.fulfill({ body: text.replace('"20000"', '"20001"'), contentType: 'application/json' });
  });
  await openPage(page, `${server.url}/portfolio`);
  await why(page, 'Total Invested').click();
  await expect(proof(page).getByRole('status')).toContainText('This proof does not hold');
  await expect(proof(page).getByRole('status')).toContainText('the document was changed');
});

test('a proof that cannot be loaded says so, and can be retried @once @long', async ({ page }) => {
  await startWithTrades(page);
  const queries: string[] = [];
  const reason = 'A past price is still being fetched. Try again in a minute.';
  const answers = [
    { status: 409, json: { message: 'The ledger has changed since.', code: 'conflict' } },
    { status: 503, json: { message: reason, code: 'unavailable' } },
  ];
  await page.route(/\/proof\?/, async (route) => {
    queries.push(new URL(route.request().url()).search);
    const answer = answers.shift();
    await (answer ? route.fulfill(answer) : route.continue());
  });
  await openPage(page, `${server.url}/portfolio`);
  await why(page, 'Total Value').click();
  await expect(proof(page).getByRole('alert')).toContainText(reason);
  // The figure shown can no longer be proved, so the current one is requested.
  expect(queries.map((query) => query.includes('asOf='))).toEqual([true, false]);
  await proof(page).getByRole('button', { name: 'Retry' }).click();
  await expect(proof(page).getByRole('status')).toContainText('every step is correct');

  await page.keyboard.press('Escape');
  await page.locator('main').press('h');
  await expect(why(page, 'Total Value')).toHaveCount(0);
});

test('a total with too many transactions for one proof is proved coin by coin @once @long', async ({
  page,
}) => {
  await startWithTrades(page);
  const [portfolio] = await callAs<{ id: string }[]>(page, 'GET', '/api/portfolios');
  const ether = { coinId: 'ethereum', symbol: 'eth', name: 'Ethereum', amount: '1' };
  for (let batch = 0; batch < 12; batch++) {
    await callAs(page, 'POST', `/api/portfolios/${portfolio!.id}/transactions`, {
      transactions: Array.from({ length: 1000 }, (_, index) => ({
        type: 'buy',
        occurredAt: new Date(Date.UTC(2020, 0, 1) + (batch * 1000 + index) * 3_600_000).toISOString(),
        in: ether,
        out: dollars('1'),
      })),
    });
  }
  await openPage(page, `${server.url}/portfolio`);
  await why(page, 'Total Invested').click();
  await expect(proof(page)).toContainText('One proof has at most 12,000 transactions and 20 MB');
  await proof(page).getByRole('button', { name: 'Check all coins' }).click();
  await expect(proof(page).getByRole('status')).toContainText('Checked in your browser: all 2 coins');
  await expect(proof(page)).toContainText('The coins add up to $28,000.00');
  await expectAccessible(page, '[role=dialog]');
});
