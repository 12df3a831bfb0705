import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { enterCode, listMails, signIn, signUp } from '../support/accounts/local-inbox.ts';
import { runAdmin } from '../support/accounts/run-admin.ts';
import { serveSite } from '../support/test-site.ts';
import { openPage } from '../support/watch-page.ts';

const server = serveSite('account');
let number = 0;

const section = (page: Page, name: string) => page.getByRole('region', { name });

/** Opens the account page of a user with a verified address. */
async function openAccount(page: Page): Promise<string> {
  const email = `lea.${++number}@example.com`;
  await signUp(page, server.url, email);
  await signIn(page, server.url, email);
  await openPage(page, `${server.url}/account`);
  return email;
}

test('the name is changed, and validated @once @long', async ({ page }) => {
  await openAccount(page);
  const profile = section(page, 'Profile');
  await profile.getByLabel('First name').fill(' ');
  await profile.getByRole('button', { name: 'Save name' }).click();
  await expect(profile.getByRole('alert')).toHaveText('First name is required');
  await profile.getByLabel('First name').fill('Léa <b>');
  await profile.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Name saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(profile.getByLabel('First name')).toHaveValue('Léa <b>');
});

test('the address is changed with a code sent to the new one, and the old mailbox is notified @once', async ({
  page,
}) => {
  const email = await openAccount(page);
  const next = `new.${email}`;
  const part = section(page, 'Email');
  await part.getByLabel('New email address').fill(next);
  await part.getByRole('button', { name: 'Change email' }).click();
  await part.getByLabel('Code').fill('0000-0000');
  await part.getByRole('button', { name: 'Change email' }).click();
  await expect(part.getByRole('alert')).toHaveText('That code is not valid or has expired.');
  await page.route('**/api/auth/email/verify', (route) => route.abort());
  await part.getByRole('button', { name: 'Change email' }).click();
  await expect(part.getByRole('alert')).toHaveText(
    'The email address could not be changed. Please try again.',
  );
  await page.unroute('**/api/auth/email/verify');
  await enterCode(page, server.url, next);
  await part.getByRole('button', { name: 'Change email' }).click();
  await expect(part.getByText(next, { exact: true })).toBeVisible();
  const newest = async () => (await listMails(server.url, email))[0]?.text;
  await expect.poll(newest).toContain('has a new email address');
  await page.reload();
  await expect(section(page, 'Security').getByText('Email address changed')).toBeVisible();

  const [link = ''] = /\S+\/account\/restore#\S+/.exec((await newest()) ?? '') ?? [];
  await openPage(page, link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Restore your address');
  await page.getByRole('button', { name: 'Restore address' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Address restored');
  // This browser's session has ended, which the page learns from the server.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  await page.reload();
  await page.getByRole('button', { name: 'Restore address' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is not valid');
});

test('sessions are listed, and any but the current one can be ended @once', async ({ page, browser }) => {
  const email = await openAccount(page);
  const context = await browser.newContext();
  await signIn(await context.newPage(), server.url, email);
  await context.close();
  await page.reload();
  const part = section(page, 'Sessions');
  await expect(part.getByRole('listitem').filter({ hasText: 'This browser' })).toHaveCount(1);
  const others = part.getByRole('button', { name: /^End session of/ });
  const count = await others.count();
  expect(count).toBeGreaterThanOrEqual(1);
  await others.first().click();
  await expect(others).toHaveCount(count - 1);
});

test('an API key gives a program access to the account, until it is deleted @once', async ({ page }) => {
  const email = await openAccount(page);
  const part = section(page, 'API keys');
  await part.getByRole('button', { name: 'Create API key' }).click();
  await expect(page.getByRole('dialog', { name: 'API access is part of Premium' })).toBeVisible();
  await page.keyboard.press('Escape');
  await runAdmin(server.dataDir, 'user', 'set-tier', email, 'premium');
  await page.reload();
  await part.getByLabel('Name of the new key').fill('Spreadsheet');
  await part.getByRole('button', { name: 'Create API key' }).click();
  const key = (await part.getByText(/^alt_/).textContent()) ?? '';
  const ask = async () =>
    (await fetch(`${server.url}/api/watchlist`, { headers: { authorization: `Bearer ${key}` } })).status;
  expect(await ask()).toBe(200);
  await part.getByRole('button', { name: 'Delete API key Spreadsheet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this API key?' });
  await dialog.getByRole('button', { name: 'Delete API Key' }).click();
  await expect(part.getByText('No API keys yet.')).toBeVisible();
  await expect(page.locator('body')).not.toBeFocused();
  await expect(part.getByText(key)).toHaveCount(0);
  expect(await ask()).toBe(401);
  await part.getByLabel('Name of the new key').fill('Notebook');
  await part.getByRole('button', { name: 'Create API key' }).click();
  await expect(part.getByText(/^alt_/)).toBeVisible();
  await part.getByRole('button', { name: 'Done' }).click();
  await expect(part.getByText(/^alt_/)).toHaveCount(0);
});

test('everything is exported as JSON @once', async ({ page }) => {
  const email = await openAccount(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export JSON' }).click();
  const file = await (await download).path();
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    account: { email, firstName: 'Mara', lastName: 'Lindt', verified: true },
  });
});

test('the account is deleted after a confirmation @narrow', async ({ page }) => {
  const email = await openAccount(page);
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this account?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await page.waitForURL(`${server.url}/`);
  await expect(page.getByText('Account deleted', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  await page.goto(`${server.url}/account`);
  await expect(page.getByText('Sign in to see your account')).toBeVisible();
  expect(await listMails(server.url, email)).toEqual([]);
});

test('irreversible actions ask for a new code if the last one is old @once @long', async ({ page }) => {
  const email = await openAccount(page);
  let isConfirmed = false;
  await page.route('**/api/account', (route) =>
    isConfirmed
      ? route.continue()
      : route.fulfill({ status: 403, body: '{"message":"Prove it.","code":"verification_required"}' }),
  );
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this account?' });
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await enterCode(page, server.url, email);
  isConfirmed = true;
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Account deleted', { exact: true })).toBeVisible();
});
