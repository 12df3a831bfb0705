import type { Page } from '@playwright/test';
import type { Alert } from '../../../contract/alerts/alerts.ts';
import { callAs } from '../accounts/user-page.ts';

export const toast = (page: Page) => page.locator('[data-toast]');
export const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Alerts\b/ });
export const form = (page: Page) => page.getByRole('dialog', { name: 'Create alert' });
export const row = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
export const createButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Create alert' });

/** Presses an action of an alert. On a phone, the actions are in a panel. */
export async function act(page: Page, name: string): Promise<void> {
  const coin = /(?:\w+ |: )(\w+) alert$/.exec(name)![1];
  if (page.viewportSize()!.width < 768)
    await page.getByRole('button', { name: `More actions for ${coin} alert` }).click();
  await page.getByRole('button', { name, exact: true }).click();
}

/** Adds an alert through the API, for the user of the page. */
export const addAlert = (page: Page, coinId: string, threshold: string, more: object = {}) =>
  callAs<Alert>(page, 'POST', '/api/alerts', {
    coinId,
    symbol: coinId,
    name: coinId,
    condition: 'price_above',
    threshold,
    ...more,
  });
