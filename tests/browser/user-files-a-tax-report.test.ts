import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { FiledTaxReportHead } from '../../contract/tax/filed-report.ts';
import type { TaxReport } from '../../contract/tax/report.ts';
import { signIn, signUp } from '../support/accounts/local-inbox.ts';
import { runAdmin } from '../support/accounts/run-admin.ts';
import { callAs, expectAccessible } from '../support/accounts/user-page.ts';
import { readPdf } from '../support/portfolio/read-pdf.ts';
import { serveStillMarket } from '../support/test-site.ts';
import { boxOf, openPage, watchPage } from '../support/watch-page.ts';

const server = serveStillMarket('tax');
let number = 0;

const coin = (coinId: string, amount: string) => ({ coinId, amount });
const pounds = (amount: string) => ({ currency: 'GBP', amount });
const taxPage = '/portfolio?tab=tax&country=GB&year=2024';

/** A purchase and two sales of bitcoin, and an uncovered sale of ether. */
async function startWithTrades(page: Page) {
  const email = `tax.${++number}@example.com`;
  await signUp(page, server.url, email);
  await signIn(page, server.url, email);
  const [portfolio] = await callAs<{ id: string }[]>(page, 'GET', '/api/portfolios');
  const path = `/api/portfolios/${portfolio!.id}`;
  const { transactions } = await callAs<{ transactions: { id: string }[] }>(
    page,
    'POST',
    `${path}/transactions`,
    {
      transactions: [
        { type: 'buy', occurredAt: '2023-01-10T09:00:00Z', in: coin('bitcoin', '2'), out: pounds('20000') },
        { type: 'sell', occurredAt: '2024-05-01T12:00:00Z', in: pounds('15000'), out: coin('bitcoin', '1') },
        { type: 'sell', occurredAt: '2024-12-01T12:00:00Z', in: pounds('9000'), out: coin('bitcoin', '0.5') },
        {
          type: 'sell',
          occurredAt: '2025-01-05T12:00:00Z',
          in: pounds('700'),
          out: coin('ethereum', '0.25'),
        },
      ],
    },
  );
  return { email, path, transactions };
}

const report = (page: Page) => page.getByRole('region', { name: 'Tax report', exact: true });
const filed = (page: Page) => page.getByRole('region', { name: 'Filed reports' });

test('a user files a tax report and sees what has changed since', async ({ page }) => {
  const watched = watchPage(page);
  const { email, path, transactions } = await startWithTrades(page);
  await openPage(page, server.url + taxPage);
  await expect(page.getByRole('button', { name: 'Unlock tax reports' })).toBeVisible();
  await runAdmin(server.dataDir, 'user', 'set-tier', email, 'pro');
  await page.reload();

  await expect(report(page).getByLabel('Country')).toHaveValue('GB');
  await expect(report(page)).toContainText('+£9,000.00');
  await expect(report(page)).toContainText('6 April 2024 to 5 April 2025');
  await expect(page.getByText(/calculation, not advice/)).toHaveCount(1);
  const missing = page.getByRole('region', { name: 'What is missing' });
  await expect(missing).toContainText('change the net by up to £700.00');
  await expect(missing.getByRole('listitem').first()).toContainText(/^5 Jan 2025: /);
  await expect(missing.getByRole('link', { name: 'Open the transaction' }).first()).toHaveAttribute(
    'href',
    new RegExp(`tab=transactions&transaction=${transactions[3]!.id}`),
  );
  await expect(page.getByRole('region', { name: 'Boxes of SA108' })).toContainText('Disposal');
  if ((page.viewportSize()?.width ?? 0) >= 768) {
    // The two parts of a year in which the rates changed are side by side.
    const before = await boxOf(page.getByRole('region', { name: 'Up to 29 October 2024' }));
    const after = await boxOf(page.getByRole('region', { name: 'From 30 October 2024' }));
    expect([after.y, after.width]).toEqual([before.y, before.width]);
    expect(after.x).toBeGreaterThan(before.x);
  }
  await expectAccessible(page);

  const lines = page.getByRole('region', { name: 'Disposals in 2024/25' });
  // Only rows near the screen are rendered.
  await lines.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expect(lines.getByRole('row').filter({ hasText: 'BTC' })).toHaveCount(2);
  await lines.getByRole('button', { name: 'Why this number? Gain of 1 BTC' }).click();
  const proof = page.getByRole('dialog', { name: 'Why this number?' });
  await expect(proof).toContainText('£5,000.00');
  await expect(proof.getByRole('status')).toContainText('every step is correct');
  await page.keyboard.press('Escape');

  await report(page).getByRole('button', { name: 'Mark as filed' }).click();
  await expect(filed(page).getByRole('heading', { name: 'United Kingdom 2024/25' })).toBeVisible();
  const changes = filed(page).getByRole('button', { name: 'What has changed since' });
  await changes.click();
  await expect(filed(page)).toContainText(
    'Nothing has changed: the same report made now would be identical.',
  );

  await callAs(page, 'PUT', `/api/transactions/${transactions[1]!.id}`, {
    ...{ type: 'sell', occurredAt: '2024-05-01T12:00:00Z' },
    in: pounds('15500'),
    out: coin('bitcoin', '1'),
  });
  await page.reload();
  await expect(report(page)).toContainText('+£9,500.00');
  await changes.click();
  await expect(filed(page)).toContainText('1 change. The same report made now differs by:');
  await expect(filed(page)).toContainText('+£500.00');
  await expect(filed(page)).toContainText('Changed: Sell 1 BTC for 15,000 GBP on 1 May 2024');

  // The ledger has changed since, but not the filed report's lines and proofs.
  await filed(page).getByRole('button', { name: 'Lines and proofs' }).click();
  const asFiled = page.getByRole('region', { name: 'Disposals in 2024/25, as filed' });
  await expect(asFiled.getByRole('row').filter({ hasText: 'BTC' })).toHaveCount(2);
  await asFiled.getByRole('button', { name: 'Why this number? Gain of 1 BTC, as filed' }).click();
  await expect(proof).toContainText('£5,000.00');
  await expect(proof.getByRole('status')).toContainText('every step is correct');
  await page.keyboard.press('Escape');

  const [head] = await callAs<FiledTaxReportHead[]>(page, 'GET', `${path}/tax-reports`);
  const json = await save(page, 'JSON');
  expect(createHash('sha256').update(json).digest('hex')).toBe(head!.sha256);
  expect((JSON.parse(json.toString()) as TaxReport).totals.net).toBe('9000');
  const pdf = readPdf(await save(page, 'PDF'));
  expect(pdf.outline).toContain('Disposals');
  expect(pdf.pages[0]).toContain('GBP 9,000.00');
  expect((await save(page, 'CSV')).toString()).toContain('15000');

  await filed(page)
    .getByRole('button', { name: /^Delete the filed report/ })
    .click();
  await filed(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(filed(page)).toContainText('None yet.');
  // The pressed button is gone, but the focus is not lost.
  await expect(page.locator('body')).not.toBeFocused();
  watched.expectNoProblems();
});

async function save(page: Page, format: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    filed(page)
      .getByRole('button', { name: `Save the filed report United Kingdom 2024/25 as ${format}` })
      .click(),
  ]);
  return readFile(await download.path());
}

test('other portfolios of the account are included in a report, and filed with it', async ({ page }) => {
  const watched = watchPage(page);
  const { email, path } = await startWithTrades(page);
  await runAdmin(server.dataDir, 'user', 'set-tier', email, 'pro');
  await openPage(page, server.url + taxPage);
  await expect(report(page)).toContainText('+£9,000.00');
  // There is nothing to choose while the account has one portfolio.
  await expect(page.getByRole('group', { name: 'Include other portfolios' })).toHaveCount(0);

  const savings = await callAs<{ id: string }>(page, 'POST', '/api/portfolios', { name: 'Savings' });
  const { transactions } = await callAs<{ transactions: { id: string }[] }>(
    page,
    'POST',
    `/api/portfolios/${savings.id}/transactions`,
    {
      transactions: [
        { type: 'buy', occurredAt: '2022-01-10T09:00:00Z', in: coin('bitcoin', '1'), out: pounds('40000') },
        { type: 'sell', occurredAt: '2024-06-01T12:00:00Z', in: pounds('25000'), out: coin('bitcoin', '1') },
      ],
    },
  );
  await page.reload();
  const others = page.getByRole('group', { name: 'Include other portfolios' });
  await expect(page.getByText('Another portfolio of this account has transactions')).toBeVisible();
  await others.getByLabel('Savings').click();
  await expect(others.getByLabel('Savings')).toBeChecked();
  // One pool of 3 BTC for £60,000: the sales of 1, 1 and 0.5 BTC gain 15,000 + 25,000 + 9,000 - 50,000.
  await expect(report(page)).toContainText('-£1,000.00');
  await expect(report(page)).toContainText('Portfolios: Main, Savings.');
  await expect(page.getByText('Another portfolio of this account has transactions')).toHaveCount(0);
  await expect(report(page).getByLabel('Year').getByRole('option', { name: '2021/22' })).toHaveCount(1);
  await expectAccessible(page);

  const lines = page.getByRole('region', { name: 'Disposals in 2024/25' });
  await lines.getByRole('button', { name: 'Why this number? Gain of 1 BTC' }).last().click();
  const proof = page.getByRole('dialog', { name: 'Why this number?' });
  await expect(proof).toContainText('£5,000.00');
  await expect(proof.getByRole('status')).toContainText('every step is correct');
  await page.keyboard.press('Escape');

  await report(page).getByRole('button', { name: 'Mark as filed' }).click();
  await filed(page).getByRole('button', { name: 'What has changed since' }).click();
  await expect(filed(page)).toContainText(
    'Nothing has changed: the same report made now would be identical.',
  );
  const [head] = await callAs<FiledTaxReportHead[]>(page, 'GET', `${path}/tax-reports`);
  const stored = await callAs<TaxReport>(page, 'GET', `/api/tax-reports/${head!.id}?format=json`);
  expect([stored.totals.net, stored.portfolios.map(({ name }) => name)]).toEqual([
    '-1000',
    ['Main', 'Savings'],
  ]);

  // A reload keeps the choice, and the other portfolio's sale opens in that portfolio.
  await page.reload();
  await expect(others.getByLabel('Savings')).toBeChecked();
  // A reload keeps the place too, and only lines in view are rendered.
  await lines.scrollIntoViewIfNeeded();
  await lines.getByRole('row').filter({ hasText: '1 Jun 2024' }).getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`portfolio=${savings.id}`));
  await expect(page.getByRole('heading', { name: 'Edit Sell, 1 Jun 2024' })).toBeVisible();
  expect(page.url()).toContain(`transaction=${transactions[1]!.id}`);
  watched.expectNoProblems();
});

test('the country and the year are remembered, and hidden amounts stay hidden @long', async ({ page }) => {
  const { email } = await startWithTrades(page);
  await runAdmin(server.dataDir, 'user', 'set-tier', email, 'pro');
  await openPage(page, `${server.url}/portfolio?tab=tax`);
  await report(page).getByLabel('Country').selectOption('DE');
  await report(page).getByLabel('Year').selectOption('2024');
  await expect(page.getByRole('region', { name: /§ 23 EStG/ })).toBeVisible();
  await openPage(page, `${server.url}/portfolio?tab=tax`);
  await expect(report(page).getByLabel('Country')).toHaveValue('DE');
  await expect(report(page).getByLabel('Year')).toHaveValue('2024');

  await openPage(page, server.url + taxPage);
  await expect(report(page)).toContainText('£9,000.00');
  await page.locator('main').press('h');
  await expect(report(page)).toContainText('••••');
  for (const amount of ['9,000', '15,000', '20,000', '0.25', '700'])
    await expect(page.getByRole('main')).not.toContainText(amount);
  // Limits are the same for everyone.
  await expect(page.getByRole('region', { name: 'Allowance and limit' })).toContainText('£3,000.00');
  await expect(page.getByRole('region', { name: 'Rules used' })).toContainText('exceed £50,000');
  await expect(page.getByRole('button', { name: /^Why this number/ })).toHaveCount(0);
});

test('a year without disposals says so @long', async ({ page }) => {
  const { email } = await startWithTrades(page);
  await runAdmin(server.dataDir, 'user', 'set-tier', email, 'pro');
  await openPage(page, `${server.url}/portfolio?tab=tax&country=GB&year=2023`);
  await expect(page.getByText('No disposals')).toBeVisible();
  await expect(report(page)).toContainText('£0.00');
});

test('every line shows its rule and its whole gain on a tablet @once @long', async ({ page }) => {
  const { email } = await startWithTrades(page);
  await runAdmin(server.dataDir, 'user', 'set-tier', email, 'pro');
  for (const width of [768, 899, 900]) {
    await page.setViewportSize({ width, height: 1024 });
    await openPage(page, server.url + taxPage);
    const lines = page.getByRole('region', { name: 'Disposals in 2024/25' });
    const rule = lines.getByText('Section 104').first();
    await expect(rule).toBeVisible();
    const [box, of] = [await lines.boundingBox(), await lines.getByRole('table').boundingBox()];
    expect((await rule.boundingBox())?.width).toBeGreaterThan(60);
    expect(of!.width).toBeLessThanOrEqual(box!.width);
  }
});

test('the totals of a report are not cut off at any width @once @long', async ({ page }) => {
  const { email } = await startWithTrades(page);
  await runAdmin(server.dataDir, 'user', 'set-tier', email, 'pro');
  for (const width of [768, 1024, 1200, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await openPage(page, `${server.url}/portfolio?tab=tax&country=CA&year=2024`);
    await expect(report(page)).toContainText('+CA$');
    const cut = await report(page)
      .getByRole('definition')
      .evaluateAll((figures) => figures.filter((each) => each.scrollWidth > each.clientWidth).length);
    expect(cut, `${width} px`).toBe(0);
  }
});

test('a line that follows a rule of its country is proved by it @long', async ({ page }) => {
  const watched = watchPage(page);
  const { email, path } = await startWithTrades(page);
  await runAdmin(server.dataDir, 'user', 'set-tier', email, 'pro');
  await callAs(page, 'POST', `${path}/transactions`, {
    transactions: [
      {
        ...{ type: 'buy', occurredAt: '2024-05-10T12:00:00Z' },
        ...{ in: coin('bitcoin', '1'), out: { currency: 'CAD', amount: '50000' } },
      },
      {
        ...{ type: 'sell', occurredAt: '2024-05-20T12:00:00Z' },
        ...{ in: { currency: 'CAD', amount: '10' }, out: coin('bitcoin', '0.25') },
      },
    ],
  });
  await openPage(page, `${server.url}/portfolio?tab=tax&country=CA&year=2024`);
  const button = page.getByRole('button', { name: 'Why this number? Gain of 0.25 BTC' });
  await button.click();
  const proof = page.getByRole('dialog', { name: 'Why this number?' });
  await expect(proof.getByRole('status')).toContainText('every step is correct');
  await expect(proof).toContainText('Canada, time zone America/Toronto');
  await expect(proof.getByRole('region', { name: 'Disposals' })).toContainText('Denied loss: sale of BTC');
  await expectAccessible(page, '[role="dialog"]');
  const downloading = page.waitForEvent('download');
  await proof.getByRole('button', { name: 'Download' }).click();
  const file = join(server.dataDir, 'line-proof.json');
  await (await downloading).saveAs(file);
  const checked = spawnSync(process.execPath, ['scripts/check-proof.mjs', file], { encoding: 'utf8' });
  expect(checked).toMatchObject({ status: 0, stdout: 'holds\n' });
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  watched.expectNoProblems();
});

test('a line whose proof would be too large shows how it was worked out @long', async ({ page }) => {
  const { email } = await startWithTrades(page);
  await runAdmin(server.dataDir, 'user', 'set-tier', email, 'pro');
  await page.route(/\/proof\?/, (route) =>
    route.fulfill({ status: 413, json: { message: 'One proof has at most 20 MB.', code: 'too_large' } }),
  );
  await openPage(page, `${server.url}/portfolio?tab=tax&country=FR&year=2024`);
  await page.getByRole('button', { name: 'Why this number? Gain of 1 BTC' }).click();
  const dialog = page.getByRole('dialog', { name: 'Why this number?' });
  await expect(dialog.getByRole('alert')).toContainText('One proof has at most 20 MB.');
  const working = dialog.getByRole('region', { name: 'How the gain of 1 BTC was worked out' });
  await expect(working).toContainText('Acquisition cost of the whole portfolio before');
  await expect(working).toContainText('acquisition cost × price ÷ value');
  await expect(working).toContainText('not a proof');
  await expectAccessible(page, '[role="dialog"]');
});

test('why a line is a problem is readable by keyboard and touch @once @long', async ({ page }) => {
  const { email } = await startWithTrades(page);
  await runAdmin(server.dataDir, 'user', 'set-tier', email, 'pro');
  await openPage(page, server.url + taxPage);
  const lines = page.getByRole('table', { name: /^Disposals in/ });
  const term = lines.getByRole('row').filter({ hasText: 'ETH' }).locator('[data-term]');
  await term.click();
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toContainText(/ETH/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('tooltip')).toContainText(/ETH/);
});

test('the buttons that save a report say what they wait for @once @long', async ({ page }) => {
  const { email } = await startWithTrades(page);
  await runAdmin(server.dataDir, 'user', 'set-tier', email, 'pro');
  await openPage(page, server.url + taxPage);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/format=pdf/, async (route) => {
    await held;
    await route.continue();
  });
  const save = (format: string) =>
    report(page).getByRole('button', { name: `Save this report as ${format}` });
  await save('PDF').click();
  await expect(save('PDF')).toHaveText('Saving…');
  await expect(save('CSV')).toHaveAccessibleDescription('The PDF is being saved');
  release();
  await expect(save('PDF')).toHaveText('PDF');
  await expect(save('CSV')).toHaveAccessibleDescription('');
});

test('the figures of a country are close to their names @once @long', async ({ page }) => {
  const { email } = await startWithTrades(page);
  await runAdmin(server.dataDir, 'user', 'set-tier', email, 'pro');
  await openPage(page, `${server.url}/portfolio?tab=tax&country=CA&year=2024`);
  const card = page.getByRole('region', { name: 'Capital gains and superficial losses' });
  const name = await boxOf(card.getByText('Inclusion rate'));
  const figure = await boxOf(card.getByText('50%'));
  expect(figure.x + figure.width - name.x).toBeLessThan(480);
});

test('income and differences are close to their names @once @long', async ({ page }) => {
  const { email, path } = await startWithTrades(page);
  await runAdmin(server.dataDir, 'user', 'set-tier', email, 'pro');
  const add = (transaction: object) =>
    callAs(page, 'POST', `${path}/transactions`, { transactions: [transaction] });
  await add({
    ...{ type: 'income', kind: 'staking', occurredAt: '2024-06-01T12:00:00Z' },
    ...{ in: coin('ethereum', '1'), value: pounds('2900') },
  });
  await page.setViewportSize({ width: 1680, height: 900 });
  const income = page.getByRole('region', { name: 'Income', exact: true });
  await openPage(page, server.url + taxPage);
  expect((await boxOf(income)).width).toBeLessThan(600);

  // Matched with a purchase of the 30 days after, which the ledger doesn't do.
  await add({
    ...{ type: 'buy', occurredAt: '2024-05-10T12:00:00Z' },
    ...{ in: coin('bitcoin', '0.5'), out: pounds('14000') },
  });
  await openPage(page, server.url + taxPage);
  const differences = page.getByRole('region', { name: 'Differences from the ledger' });
  await expect(differences).toBeVisible();
  for (const card of [income, differences]) expect((await boxOf(card)).width).toBeLessThan(600);
});
