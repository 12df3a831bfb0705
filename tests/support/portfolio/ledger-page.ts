import type { Locator, Page } from '@playwright/test';
import { callAs } from '../accounts/user-page.ts';

/* Helpers for browser tests of the ledger's pages. */

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;
export const toast = (page: Page) => page.locator('[data-toast]');
export const list = (page: Page) => page.getByRole('table', { name: 'Transactions, newest first' });
export const rowsOf = (page: Page) => list(page).locator('tr[data-index]');
export const form = (page: Page) => page.getByRole('region', { name: /^(Add transaction|Edit )/ });
export const effect = (page: Page) => page.getByRole('region', { name: 'What this does' });
export const openTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Portfolio' }).getByRole('link', { name }).click();

export const bitcoin = { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin' };
export const ether = { coinId: 'ethereum', symbol: 'eth', name: 'Ethereum' };
export const dollars = (amount: string) => ({ currency: 'USD', amount });
export const coins = (coin: typeof bitcoin, amount: string) => ({ ...coin, amount });
export const addBatch = (page: Page, portfolioId: string, transactions: unknown) =>
  callAs(page, 'POST', `/api/portfolios/${portfolioId}/transactions`, { transactions });

interface TypedTransaction {
  readonly type: string;
  readonly coin: [label: string, name: string];
  readonly amount: string;
  readonly total?: [label: string, amount: string];
  readonly at: string;
}

/** Types a transaction into the open form. */
export async function typeTransaction(
  page: Page,
  { type: name, coin, amount, total, at }: TypedTransaction,
): Promise<Locator> {
  const fields = form(page);
  await fields.getByRole('button', { name, exact: true }).click();
  const picker = fields.getByRole('combobox', { name: coin[0] });
  await picker.click();
  await picker.fill(coin[1]);
  await fields.getByRole('option', { name: coin[1] }).first().click();
  await fields.getByLabel('Amount', { exact: true }).fill(amount);
  if (total) await fields.getByLabel(total[0]).fill(total[1]);
  await fields.getByLabel('Date and time (UTC)').fill(at);
  return fields;
}
