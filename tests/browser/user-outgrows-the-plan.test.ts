import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { signIn, signUp } from '../support/accounts/local-inbox.ts';
import { runAdmin } from '../support/accounts/run-admin.ts';
import { expectAccessible } from '../support/accounts/user-page.ts';
import { addPosition, toast } from '../support/portfolio/portfolio-page.ts';
import { serveStillMarket } from '../support/test-site.ts';
import { openPage, watchPage } from '../support/watch-page.ts';

const server = serveStillMarket('plans');
let number = 0;

const newEmail = () => `ida.${++number}@example.com`;
const open = (page: Page, path: string) => openPage(page, server.url + path);

test('a second portfolio needs a higher plan, with which portfolios are created, renamed and deleted @once', async ({
  page,
}) => {
  const email = newEmail();
  await signUp(page, server.url, email);
  await signIn(page, server.url, email);
  await open(page, '/portfolio');
  const manage = page.getByRole('button', { name: 'Portfolios' });
  const dialog = page.getByRole('dialog', { name: 'Portfolios' });
  const make = async (name: string) => {
    await manage.click();
    await dialog.getByLabel('New portfolio').fill(name);
    await dialog.getByRole('button', { name: 'Create' }).click();
  };
  await make('Savings');
  const limit = page.getByRole('dialog', { name: 'Portfolio Limit Reached' });
  await expect(limit).toContainText("You've reached your portfolio limit.");
  await limit.getByRole('button', { name: 'Cancel' }).click();
  // After two dialogs the focus is back where the first was opened.
  await expect(manage).toBeFocused();
  await expect(page.getByRole('combobox', { name: 'Portfolio' })).toHaveCount(0);

  // The CSV file isn't included either: its button has a lock, and no request is made.
  const exportButton = page.getByRole('button', { name: 'Export CSV' });
  await exportButton.click();
  const offer = page.getByRole('dialog', { name: 'CSV export is part of Pro' });
  await expect(offer).toContainText('Your Free plan doesn’t include it.');
  await expectAccessible(page);
  await offer.getByRole('button', { name: 'Cancel' }).click();

  await runAdmin(server.dataDir, 'user', 'set-tier', email, 'pro');
  await make('Savings');
  await expect(toast(page)).toContainText('Portfolio created');
  const choice = page.getByRole('combobox', { name: 'Portfolio' });
  await expect(choice.getByRole('option', { selected: true })).toHaveText('Savings');
  await addPosition(page, 'doge', 'Dogecoin', '5000', '0.41');
  // An open page notices a changed plan when it next fetches the user.
  await page.reload();
  await page.getByRole('link', { name: 'Analytics' }).click();
  const analytics = page.getByRole('region', { name: 'Analytics' });
  await expect(analytics).toContainText('Dogecoin');
  await expect(analytics).toContainText('as if evenly split; 1 coin held');
  await expect(analytics).toContainText('Maximum drawdown');
  const download = page.waitForEvent('download');
  await exportButton.click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('altimeter-portfolio.csv');
  expect(await readFile(await file.path(), 'utf8')).toMatch(
    /^\uFEFFcoin_id,.+\r\ndogecoin,doge,Dogecoin,5000,0\.41,/,
  );
  // It must not fade out while it is being looked at.
  await expect(toast(page)).toHaveCount(0);
  await expectAccessible(page);
  await expect(page.getByRole('region', { name: 'Allocation' })).toContainText('Dogecoin');
  await choice.selectOption('Main');
  await expect(page.getByRole('heading', { name: 'No holdings yet' })).toBeVisible();

  await manage.click();
  await dialog.getByRole('button', { name: 'Rename Savings' }).click();
  await dialog.getByLabel('New name for Savings').fill('Old coins');
  await dialog.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(dialog.getByText('Old coins')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete Old coins' }).click();
  await expect(dialog).toContainText('and everything in it');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Delete Main' })).toBeDisabled();
  await expect(choice).toHaveCount(0);
});

test('longer history is locked until the plan includes it, and never requested before @once @long', async ({
  page,
}) => {
  const requestedDays: string[] = [];
  page.on('request', (request) => {
    const days = /\/history\?days=(\w+)/.exec(request.url())?.[1];
    if (days) requestedDays.push(days);
  });
  await open(page, '/coin/bitcoin');
  const range = (name: string) =>
    page.getByRole('group', { name: 'Chart range' }).getByRole('button', { name });
  await range('30D').click();
  const prompt = page.getByRole('dialog', { name: '30 days of price history is part of Pro' });
  await expect(prompt).toContainText('Without an account you see 7 days of price history.');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await range('1Y').click();
  await expect(page.getByRole('dialog', { name: '1 year of price history is part of Pro' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(range('All')).toHaveCount(0);
  await range('24H').click();
  await expect(range('24H')).toHaveAttribute('aria-pressed', 'true');

  const email = newEmail();
  await signUp(page, server.url, email);
  await signIn(page, server.url, email);
  await open(page, '/coin/bitcoin');
  await range('30D').click();
  await expect(page.getByRole('dialog')).toContainText('Your Free plan shows 7 days of price history.');
  expect(requestedDays.filter((days) => days !== '1' && days !== '7')).toEqual([]);

  await runAdmin(server.dataDir, 'user', 'set-tier', email, 'premium');
  await open(page, '/coin/bitcoin');
  for (const [name, days] of [
    ['30D', '30'],
    ['1Y', '365'],
    ['All', 'max'],
  ] as const) {
    await range(name).click();
    await expect(range(name)).toHaveAttribute('aria-pressed', 'true');
    // All history may have been requested before, for the brush below the chart.
    await expect.poll(() => requestedDays).toContain(days);
    await expect(page.locator('[data-part="chart"]')).toHaveAttribute('aria-busy', 'false');
  }
});

test('the plans show the server’s prices and limits, by month and by year', async ({ page }) => {
  const watched = watchPage(page);
  await open(page, '/pricing');
  const plan = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(plan('Pro')).toContainText('$9.99 /month');
  await expect(plan('Pro').getByRole('link')).toHaveAttribute('href', '/signup?plan=pro&subscribe=true');
  await expect(plan('Free').getByRole('link')).toHaveAttribute('href', '/signup');
  await page.getByRole('button', { name: 'Yearly' }).click();
  await expect(page.getByText('Save 17%')).toBeVisible();
  await expect(plan('Pro')).toContainText('$8.25 /month');
  await expect(plan('Pro')).toContainText('$99 billed annually');
  await expect(plan('Premium')).toContainText('$299 billed annually');
  await expectAccessible(page);
  await signUp(page, server.url, newEmail());
  await open(page, '/pricing');
  await expect(plan('Free').getByRole('button', { name: 'Current Plan' })).toBeDisabled();
  await expect(plan('Premium').getByRole('link')).toHaveAttribute('href', '/subscribe?plan=premium');
  watched.expectNoProblems();
});
