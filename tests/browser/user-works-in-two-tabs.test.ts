import { expect, type Page, test } from '@playwright/test';
import { enterCode, signUp } from '../support/accounts/local-inbox.ts';
import { callAs } from '../support/accounts/user-page.ts';
import { serveSite } from '../support/test-site.ts';
import { openPage } from '../support/watch-page.ts';

const server = serveSite('tabs');

const toast = (page: Page) => page.locator('[data-toast]');
const rows = (page: Page) => page.locator('[data-list="holdings"] [data-coin]');
const openLots = (page: Page) => rows(page).first().getByRole('button', { expanded: false }).click();
const bitcoin = { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin' };

/** Records the changes that a page sends, such as `DELETE /api/portfolio`. */
function listChanges(page: Page): string[] {
  const changes: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const call = `${request.method()} ${pathname.split('/', 3).join('/')}`;
    if (request.method() !== 'GET') changes.push(call);
  });
  return changes;
}

test('repeated presses change nothing twice @once', async ({ page }) => {
  const changes = listChanges(page);
  await page.goto(`${server.url}/signup`);
  await page.getByLabel('First name').fill('Mara');
  await page.getByLabel('Last name').fill('Lindt');
  await page.getByLabel('Email address').fill('impatient@example.com');
  await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).dblclick();
  await page.waitForURL(`${server.url}/`);
  await openPage(page, `${server.url}/portfolio`);
  await page.getByRole('main').getByRole('button', { name: 'Add Position' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Cryptocurrency' }).fill('bitcoin');
  await dialog.getByRole('option').first().click();
  await dialog.getByLabel('Amount', { exact: true }).fill('1.5');
  await dialog.getByRole('button', { name: 'Add Position' }).dblclick();
  await expect(toast(page)).toContainText('added successfully');
  await openLots(page);
  await page.getByRole('button', { name: 'Delete Bitcoin' }).dblclick();
  await expect(toast(page)).toContainText('deleted successfully');
  await page.getByRole('button', { name: 'Undo' }).dblclick();
  await expect(toast(page)).toContainText('restored');
  await expect(rows(page)).toHaveCount(1);
  expect(changes).toEqual([
    'POST /api/auth',
    'POST /api/portfolio',
    'DELETE /api/portfolio',
    'POST /api/transactions',
  ]);
});

test('what one tab deletes is gone in the other @once @long', async ({ page, context }) => {
  await signUp(page, server.url, 'two.tabs@example.com');
  for (const amount of ['1', '2', '3']) await callAs(page, 'POST', '/api/portfolio', { ...bitcoin, amount });
  await openPage(page, `${server.url}/portfolio`);
  const other = await context.newPage();
  await openPage(other, `${server.url}/portfolio`);
  await openLots(other);
  await expect(other.getByRole('button', { name: 'Edit Bitcoin' })).toHaveCount(3);
  await openLots(page);
  await expect(page.getByRole('button', { name: 'Delete Bitcoin' })).toHaveCount(3);
  const holdings = await callAs<{ id: string }[]>(page, 'GET', '/api/portfolio');
  await other.getByRole('button', { name: 'Edit Bitcoin' }).first().click();
  for (const { id } of holdings) await callAs(page, 'DELETE', `/api/portfolio/${id}`);

  await other.getByLabel('Amount', { exact: true }).fill('9');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(toast(other)).toContainText('Failed to update portfolio item');
  await expect(other.getByRole('heading', { name: 'No holdings yet' })).toBeVisible();

  await page.getByRole('button', { name: 'Delete Bitcoin' }).first().click();
  await expect(toast(page)).toContainText('deleted successfully');
  await expect(page.getByRole('heading', { name: 'No holdings yet' })).toBeVisible();
});

test('one tab signs out, up and verifies for both, and going back shows nothing of the previous user @once @long', async ({
  page,
  context,
}) => {
  await signUp(page, server.url, 'first@example.com');
  await callAs(page, 'POST', '/api/portfolio', { ...bitcoin, amount: '1' });
  await openPage(page, `${server.url}/portfolio`);
  await expect(rows(page)).toHaveCount(1);
  const other = await context.newPage();
  await openPage(other, `${server.url}/portfolio`);
  await expect(rows(other)).toHaveCount(1);

  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL(`${server.url}/`);
  await expect(other.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(rows(other)).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(rows(page)).toHaveCount(0);

  await signUp(page, server.url, 'second@example.com');
  await expect(other.getByRole('heading', { name: 'No holdings yet' })).toBeVisible();
  await openPage(other, `${server.url}/signin/verify`);
  await enterCode(other, server.url, 'second@example.com');
  await other.getByRole('button', { name: 'Verify' }).click();
  await other.waitForURL(`${server.url}/`);
  await openPage(page, `${server.url}/account`);
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  await expect(page.getByText('second@example.com', { exact: true }).last()).toBeVisible();
});
