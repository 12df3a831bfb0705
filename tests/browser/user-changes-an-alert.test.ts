import { expect, type Page, test } from '@playwright/test';
import { signIn, signUp } from '../support/accounts/local-inbox.ts';
import { runAdmin } from '../support/accounts/run-admin.ts';
import { expectAccessible, pressRetry } from '../support/accounts/user-page.ts';
import { act, addAlert, bell, createButton, form, row, toast } from '../support/alerts/alert-page.ts';
import { serveMovingMarket } from '../support/alerts/alert-site.ts';
import { openPage } from '../support/watch-page.ts';

const server = serveMovingMarket('changes');
let number = 0;

const newEmail = () => `vera.${++number}.${test.info().project.name}@example.com`;
const open = (page: Page, path: string) => openPage(page, server.url + path);

test('older alerts are shown on request, each once, and the meter counts them @once @long', async ({
  page,
}) => {
  const email = newEmail();
  await signUp(page, server.url, email);
  await signIn(page, server.url, email);
  await runAdmin(server.dataDir, 'user', 'set-tier', email, 'pro');
  for (let count = 1; count <= 255; count++)
    await addAlert(page, 'bitcoin', '99999999', { note: `Alert ${count}` });
  const newestFirst = Array.from({ length: 255 }, (_, index) => `Alert ${255 - index}`);
  const notes = page.getByRole('region', { name: /^Active/ }).getByText(/^Alert \d+$/);
  const older = page.getByRole('main').getByRole('button', { name: 'Show older alerts' });
  await open(page, '/alerts');
  await expect(notes).toHaveText(newestFirst.slice(0, 250));
  await expect(page.getByText('At least 250 alerts')).toBeVisible();

  // One more at the top moves nothing from the first page into the second.
  await addAlert(page, 'bitcoin', '99999999', { note: 'Alert 256' });
  await page.route('**/api/alerts?*cursor=*', (route) => route.abort());
  await older.click();
  await expect(page.getByRole('alert')).toContainText('The older alerts could not be loaded');
  await page.unroute('**/api/alerts?*cursor=*');
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Alert 1', { exact: true })).toBeVisible();
  await expect(older).toHaveCount(0);
  const shown = await notes.allTextContents();
  expect(shown.filter((note) => note !== 'Alert 256')).toEqual(newestFirst);
  await open(page, '/alerts');
  await older.click();
  await expect(notes).toHaveText(['Alert 256', ...newestFirst]);
  await expect(page.getByText('256 alerts', { exact: true })).toBeVisible();
});

test('an alert is edited, paused, resumed, deleted and restored', async ({ page }) => {
  await signUp(page, server.url, newEmail());
  await addAlert(page, 'ethereum', await server.priceTimes('ethereum', 3), { note: 'Old note' });
  await open(page, '/alerts');
  const ethereum = row(page, 'Ethereum');
  await act(page, 'Edit Ethereum alert');
  const edit = page.getByRole('dialog', { name: 'Edit alert' });
  await edit.getByLabel('Condition').selectOption('24h change below');
  await edit.getByLabel('Threshold').fill('-100');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByRole('alert')).toHaveText('Must be a percentage above -100 and below 1000000');
  await edit.getByLabel('Threshold').fill('-99.5');
  await edit.getByLabel('Note').fill('New note');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page)).toContainText('Alert saved');
  await expect(ethereum).toContainText('24h change falls to -99.50% or below');
  await expect(ethereum).toContainText('New note');

  await act(page, 'Pause Ethereum alert');
  await expect(page.getByRole('region', { name: /^Paused/ })).toContainText('Ethereum');
  // The focused button moved along with its row, and so does the focus.
  await expect(ethereum).toBeFocused();
  await act(page, 'Resume Ethereum alert');
  await expect(page.getByRole('region', { name: /^Active/ })).toContainText('Ethereum');
  await act(page, 'Delete Ethereum alert');
  await expect(page.getByRole('heading', { name: 'No alerts yet' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(ethereum).toContainText('24h change falls to -99.50% or below');
  await expect(toast(page)).toContainText('Alert restored');
  await page.mouse.move(0, 0);
  await expect(toast(page)).toHaveCount(0, { timeout: 15_000 });
});

test('an alert whose condition already holds asks what to do, and a triggered one is armed again @once @long', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signUp(page, server.url, newEmail());
  await open(page, '/alerts');
  await createButton(page).click();
  const dialog = form(page);
  await dialog.getByRole('combobox', { name: 'Coin' }).fill('bitcoin');
  await dialog.getByRole('option', { name: 'Bitcoin' }).first().click();
  await expect(dialog.getByText(/^Now \$/)).toBeVisible();
  await dialog.getByLabel('Condition').selectOption('Price above');
  await dialog.getByLabel('Threshold').fill(await server.priceTimes('bitcoin', 0.5));
  const question = dialog.getByRole('group', {
    name: /^Bitcoin is at \$[\d,.]+ now: the condition is already met\.$/,
  });
  await expect(question.getByLabel('Wait for the next crossing')).toBeChecked();
  await question.getByLabel('Fire at once').check();
  await expectAccessible(page);

  // A range beyond the plan opens the upgrade prompt, which then returns to the input.
  await dialog.getByLabel('Note').fill('Kept');
  await dialog.getByRole('button', { name: '1Y' }).click();
  await expect(page.getByRole('dialog', { name: '1 year of price history is part of Pro' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog.getByLabel('Note')).toHaveValue('Kept');
  await expect(question.getByLabel('Fire at once')).toBeChecked();
  await dialog.getByRole('button', { name: 'Create alert' }).click();

  await expect(page.getByRole('region', { name: /^Triggered/ })).toContainText('Bitcoin');
  await expect(bell(page)).toHaveAccessibleName('Alerts, 1 not seen');
  await act(page, 'Arm again: Bitcoin alert');
  const arm = page.getByRole('dialog', { name: 'Arm the Bitcoin alert?' });
  await expect(arm).toContainText('this condition is already met');
  await expectAccessible(page);
  await arm.getByRole('button', { name: 'Arm', exact: true }).click();
  await expect(row(page, 'Already met: waiting for the next crossing')).toContainText('Bitcoin');
  await page
    .getByRole('region', { name: 'History' })
    .getByRole('button', { name: 'Mark all as seen' })
    .click();
  await expect(bell(page)).toHaveAccessibleName('Alerts');
});

test('alerts that cannot be loaded say so, and can be retried @once @long', async ({ page }) => {
  await signUp(page, server.url, newEmail());
  await page.route(/\/api\/alerts/, (route) => route.fulfill({ status: 500, json: {} }));
  await open(page, '/alerts');
  await expect(page.getByRole('alert')).toContainText('Your alerts could not be loaded');
  await pressRetry(page, /\/api\/alerts/);
  await expect(page.getByRole('heading', { name: 'No alerts yet' })).toBeVisible();
});
