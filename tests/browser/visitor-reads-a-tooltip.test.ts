import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { tableRows } from '../support/market/market-page.ts';
import { serveSite } from '../support/test-site.ts';
import { openPage } from '../support/watch-page.ts';

const server = serveSite('tooltip');

test('a tooltip names an icon button, until Escape, instead of the browser’s own @once', async ({ page }) => {
  await openPage(page, server.url);
  const toggle = page.getByRole('button', { name: 'Switch theme' });
  const tooltip = page.getByRole('tooltip');
  await toggle.hover();
  await expect(tooltip).toHaveText('Switch theme (T)');
  await expect(toggle).not.toHaveAttribute('title');
  await page.keyboard.press('Escape');
  await expect(tooltip).toHaveCount(0);
  await page.mouse.move(0, 0);
  await expect(toggle).toHaveAttribute('title', 'Switch theme (T)');
});

test('the keyboard shows full figures and the meaning of terms @once @long', async ({ page }) => {
  await openPage(page, server.url);
  const tooltip = page.getByRole('tooltip');
  await page.getByRole('button', { name: 'Total Market Cap' }).focus();
  await page.keyboard.press('Tab');
  await expect(tooltip).toHaveText(/^\$[\d,]{9,}$/);
  await expect(page.getByRole('button', { name: '24h Volume' })).toHaveAttribute(
    'aria-describedby',
    'tooltip',
  );

  await openPage(page, `${server.url}/coin/bitcoin`);
  await page.getByText('24h Volume', { exact: true }).last().focus();
  await page.keyboard.press('Tab');
  await expect(tooltip).toHaveText('Coins that can be traded now');
  await page.keyboard.press('Tab');
  await expect(tooltip).toHaveText(/^All coins in existence/);
});

test('the market cap of a row is shown in full under the pointer @once @long', async ({ page }) => {
  await openPage(page, server.url);
  const cell = tableRows(page).first().locator('td').nth(5);
  const cap = Number(`${((await cell.textContent()) ?? '').slice(1, -1)}e12`) + 1;
  // The market may otherwise have moved on from the figure in the cell.
  await page.route(/\/api\/cryptocurrencies\?.*&page=1$/, (route) =>
    route.fulfill({ json: [{ id: 'bitcoin', market_cap: cap }] }),
  );
  await cell.hover();
  await expect(page.getByRole('tooltip')).toHaveText(`$${cap.toLocaleString('en-US')}`);
});

test('an open tooltip is part of a landmark @once @long', async ({ page }) => {
  await openPage(page, server.url);
  await page.getByRole('button', { name: 'Switch theme' }).hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).withRules(['region']).analyze();
  expect(violations.map(({ nodes }) => nodes[0]?.html)).toEqual([]);
});
