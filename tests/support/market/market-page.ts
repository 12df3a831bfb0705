import { expect, type Page } from '@playwright/test';
import type { Coin, Status } from '../../../contract/market.ts';
import { openPage } from '../watch-page.ts';

/*
 * Helpers for browser tests of the market page.
 */

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;
export const tableRows = (page: Page) => page.locator('[data-list="market"] tbody tr:not([data-ad-place])');
export const tableFoot = (page: Page) => page.locator('[data-part="table-foot"]');
export const tableHead = (page: Page, name: string) =>
  page.locator('[data-list="market"]').getByRole('columnheader', { name, exact: true });
export const tableSearch = (page: Page) => page.getByPlaceholder('Search cryptocurrencies...');

const columns = { rank: 1, price: 4, change: 5 } as const;

/** The texts of a column, including rows out of view, which a phone does not lay out. */
export const cells = (page: Page, column: keyof typeof columns) =>
  page
    .locator(`[data-list="market"] tbody tr:not([data-ad-place]) td:nth-child(${columns[column]})`)
    .allTextContents();

export const listNames = (page: Page) =>
  page.locator('[data-list="market"] tbody a[href^="/coin/"] span > span:first-child').allTextContents();

export const toNumber = (text: string) => Number(text.replace(/[$,%]/g, ''));
export const coinsCall = /\/api\/cryptocurrencies\?/;

/** Opens the market page. Any console warning or error fails the test. */
export async function openMarket(page: Page, address: string): Promise<void> {
  page.on('pageerror', (error) => expect(error.message, 'an error on the page').toBe(''));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      expect(message.text(), 'an error in the console').toBe('');
  });
  await openPage(page, address);
  // The time in the reader's own zone, which the server does not know.
  await expect(tableFoot(page)).not.toContainText('UTC');
}

/** Opens the tools above the table, which are collapsed on a phone. */
export async function openTools(page: Page): Promise<void> {
  if (isPhone(page)) await page.locator('[data-list="market"] button[aria-controls]').click();
}

/** Changes the coins that the API serves, and dates them the given number of seconds later. */
export async function changeAnswers(
  page: Page,
  laterSeconds: number,
  change: (coins: Coin[]) => void,
): Promise<void> {
  await page.route('**/api/status', async (route) => {
    const response = await route.fetch();
    const status = (await response.json()) as Status;
    const asOf = new Date(Date.parse(status.market.asOf ?? '') + laterSeconds * 1000).toISOString();
    await route.fulfill({ response, json: { ...status, market: { ...status.market, asOf } } });
  });
  await page.route(coinsCall, async (route) => {
    const response = await route.fetch();
    const coins = (await response.json()) as Coin[];
    change(coins);
    await route.fulfill({ response, json: coins });
  });
}
