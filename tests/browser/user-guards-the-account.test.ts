import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { enterCode, listMails, signIn, signUp } from '../support/accounts/local-inbox.ts';
import { runAdmin } from '../support/accounts/run-admin.ts';
import { callAs, expectAccessible } from '../support/accounts/user-page.ts';
import { startAppServer } from '../support/app-server.ts';
import { FakeStripe } from '../support/billing/fake-stripe.ts';
import type { ChildServer } from '../support/child-server.ts';
import { openPage } from '../support/watch-page.ts';

const stripe = new FakeStripe();
let server: ChildServer;
let dataDir: string;
let number = 0;

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'altimeter-guard-'));
  await stripe.start();
  server = await startAppServer({
    MARKET_PROVIDER: 'simulated',
    AUTH_RATE_LIMIT: 'off',
    DATA_DIR: dataDir,
    ...stripe.env,
  });
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
});
test.afterAll(async () => {
  await server?.stop();
  await stripe.stop();
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
});

const section = (page: Page, name: string) => page.getByRole('region', { name });

/** Opens the account page of a user with a verified address. */
async function openAccount(page: Page, tier?: 'premium'): Promise<string> {
  const email = `ida.${++number}@example.com`;
  await signUp(page, server.url, email);
  await signIn(page, server.url, email);
  if (tier) await runAdmin(dataDir, 'user', 'set-tier', email, tier);
  await openPage(page, `${server.url}/account`);
  return email;
}

/** Makes every sign-in appear more than ten minutes old. */
function ageProofs(): void {
  const database = new DatabaseSync(join(dataDir, 'altimeter.db'), { timeout: 5000 });
  database.exec('update sessions set proved_at = 0');
  database.close();
}

/** Completes the identity check shown in `part`. */
async function proveAgain(page: Page, part: Locator, email: string): Promise<void> {
  await expect(part.getByRole('status')).toContainText(`We’ll email a code to ${email}`);
  await part.getByRole('button', { name: 'Send code' }).click();
  await enterCode(page, server.url, email);
  await part.getByRole('button', { name: 'Confirm' }).click();
}

test('an API key can be read-only and expire, and is shown by its last characters @once @long', async ({
  page,
}) => {
  await openAccount(page, 'premium');
  const part = section(page, 'API keys');
  await part.getByLabel('Name of the new key').fill('Spreadsheet');
  await part.getByLabel('Access').selectOption('Read only');
  await part.getByLabel('Expires after (optional)').fill('2000-01-01');
  await part.getByRole('button', { name: 'Create API key' }).click();
  await expect(part.getByText('Must be in the future')).toBeVisible();
  const year = new Date().getUTCFullYear() + 1;
  await part.getByLabel('Expires after (optional)').fill(`${year}-06-15`);
  await part.getByRole('button', { name: 'Create API key' }).click();
  const key = (await part.getByText(/^alt_/).textContent()) ?? '';
  await part.getByRole('button', { name: 'Done' }).click();
  const row = part.getByRole('listitem');
  await expect(row).toContainText(`Read only · ends in ${key.slice(-4)} · until 15 Jun ${year}`);
  await expectAccessible(page);

  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin' });
  const call = async (init: RequestInit) =>
    (await fetch(`${server.url}/api/watchlist`, { headers, ...init })).status;
  expect([await call({}), await call({ method: 'POST', body })]).toEqual([200, 403]);
});

test('signing out everywhere ends all sessions and, if requested, deletes keys and passkeys @once @long', async ({
  page,
  browser,
}) => {
  const email = await openAccount(page, 'premium');
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const passkeys = section(page, 'Passkeys');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeys.getByRole('listitem')).toHaveCount(1);
  await callAs(page, 'POST', '/api/keys', { name: 'Script' });
  const context = await browser.newContext();
  const elsewhere = await context.newPage();
  await signIn(elsewhere, server.url, email);
  await openPage(page, `${server.url}/account`);

  const question = page.getByRole('dialog', { name: 'Sign out everywhere else?' });
  const press = () => question.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await press();
  await expect(question).toHaveCount(0);
  await expect(page.getByText('Signed out everywhere else', { exact: true })).toBeVisible();
  await elsewhere.goto(`${server.url}/account`);
  await expect(elsewhere.getByText('Sign in to see your account')).toBeVisible();
  await context.close();
  await page.reload();
  await expect(section(page, 'API keys').getByRole('listitem')).toHaveCount(1);
  await expect(passkeys.getByRole('listitem')).toHaveCount(1);

  ageProofs();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await question.getByLabel('Delete all API keys').check();
  await question.getByLabel('Delete all passkeys').check();
  await expectAccessible(page, '[role="dialog"]');
  await press();
  await proveAgain(page, question, email);
  await expect(question).toHaveCount(0);
  await page.reload();
  await expect(section(page, 'API keys')).toContainText('No API keys yet.');
  await expect(passkeys).toContainText('No passkeys yet');
});

test('a link in the old mailbox undoes a change of address, and says what else is deleted @once @long', async ({
  page,
  browser,
}) => {
  const email = await openAccount(page);
  const newEmail = `new.${email}`;
  const part = section(page, 'Email');
  await part.getByLabel('New email address').fill(newEmail);
  await part.getByRole('button', { name: 'Change email' }).click();
  await enterCode(page, server.url, newEmail);
  await part.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByText('Email changed', { exact: true })).toBeVisible();
  const texts = (await listMails(server.url, email)).map(({ text }) => text);
  const link = texts.flatMap((text) => /http\S+\/account\/restore#\S+/.exec(text) ?? [])[0] ?? '';

  const context = await browser.newContext();
  const mailbox = await context.newPage();
  // Somebody else is signed in there, and stays signed in.
  const neighbour = `neighbour.${email}`;
  await signUp(mailbox, server.url, neighbour);
  await openPage(mailbox, link);
  await expect(mailbox.getByRole('main')).toContainText('All its passkeys and API keys will be deleted');
  await page.reload();
  await expect(part).toContainText(newEmail);
  await mailbox.getByRole('button', { name: 'Restore address' }).click();
  const restored = mailbox.getByRole('status').filter({ hasText: 'Address restored' });
  await expect(restored).toContainText('Its passkeys and API keys have been deleted.');
  await expectAccessible(mailbox);
  await mailbox.reload();
  await expect(mailbox.getByRole('banner')).toContainText(neighbour.slice(0, 10));
  await mailbox.getByRole('button', { name: 'Restore address' }).click();
  await expect(mailbox.getByRole('heading', { name: 'This link is not valid' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Sign in to see your account')).toBeVisible();
  await signIn(page, server.url, email);
  await openPage(page, `${server.url}/account`);
  await expect(section(page, 'Security').getByRole('listitem').nth(1)).toContainText(
    /Email address restored.*Chrome/s,
  );
  await context.close();
});

test('the export asks for an identity check, and continues automatically after it @once', async ({
  page,
}) => {
  const email = await openAccount(page);
  ageProofs();
  const part = section(page, 'Your data');
  await part.getByRole('button', { name: 'Export JSON' }).click();
  const download = page.waitForEvent('download');
  await proveAgain(page, part, email);
  const file = await (await download).path();
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ account: { email } });
});

test('the billing portal asks for an identity check, and opens after it @once @long', async ({ page }) => {
  const email = await openAccount(page);
  await openPage(page, `${server.url}/subscribe?plan=pro`);
  await page.getByRole('button', { name: 'Subscribe to Pro for $9.99/month' }).click();
  await page.getByRole('link', { name: 'Pay' }).click();
  await expect(page.getByRole('heading', { name: 'You are now on Pro' })).toBeVisible();
  await openPage(page, `${server.url}/account`);
  ageProofs();
  const plan = section(page, 'Plan');
  await plan.getByRole('button', { name: 'Manage subscription' }).click();
  await proveAgain(page, plan, email);
  await expect(page.getByRole('link', { name: 'Cancel the plan' })).toBeVisible();
});

test('a new API key appears among the security events at once @once @long', async ({ page }) => {
  await openAccount(page, 'premium');
  const events = section(page, 'Security');
  await expect(events).toContainText('Signed in with a code');
  const keys = section(page, 'API keys');
  await keys.getByLabel('Name of the new key').fill('Bot');
  await keys.getByRole('button', { name: 'Create API key' }).click();
  await expect(events).toContainText('API key added');
});
