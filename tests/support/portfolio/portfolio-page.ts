import { expect, type Page } from '@playwright/test';

/** The toast that the page shows. */
export const toast = (page: Page) => page.locator('[data-toast]');
/** The button that opens the form of a new position. */
export const addButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Add Position' }).first();

/** Adds a position through the dialog. */
export async function addPosition(
  page: Page,
  typed: string,
  name: string,
  amount: string,
  price = '',
): Promise<void> {
  await addButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Add Position' });
  await dialog.getByRole('combobox', { name: 'Cryptocurrency' }).fill(typed);
  await dialog.getByRole('option', { name, exact: false }).first().click();
  await dialog.getByLabel('Amount').fill(amount);
  await dialog.getByLabel('Purchase price').fill(price);
  await dialog.getByRole('button', { name: 'Add Position' }).click();
  await expect(toast(page)).toContainText('Portfolio item added successfully');
  await expect(dialog).toHaveCount(0);
}
