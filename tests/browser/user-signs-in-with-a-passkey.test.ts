import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { listMails, signIn, signUp } from '../support/accounts/local-inbox.ts';
import { expectAccessible } from '../support/accounts/user-page.ts';
import { serveSite } from '../support/test-site.ts';
import { openPage, watchNewSession } from '../support/watch-page.ts';

const server = serveSite('passkey');

interface Device {
  /** Whether the device verifies its user by finger, face or PIN. */
  setUserKnown(isKnown: boolean): Promise<unknown>;
}

/** Connects a virtual device that stores passkeys. */
async function connectDevice(page: Page): Promise<Device> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setUserKnown: (isUserVerified) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

const passkeysOf = (page: Page) => page.getByRole('region', { name: 'Passkeys' });
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });

/** Signs out and returns to the sign-in page. */
async function signOut(page: Page): Promise<void> {
  await openPage(page, `${server.url}/signin`);
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL(`${server.url}/`);
  await openPage(page, `${server.url}/signin`);
  await expect(page.getByRole('button', { name: 'Send code' })).toBeVisible();
}

test('a passkey is added, signs in without an e-mail, and is deleted @once', async ({ page }) => {
  const device = await connectDevice(page);
  const email = 'lea@example.com';
  const part = passkeysOf(page);
  const mailCount = async () => (await listMails(server.url, email)).length;

  await signUp(page, server.url, email);
  await openPage(page, `${server.url}/account`);
  await expect(part).toContainText('Verify your email address first.');
  await signIn(page, server.url, email);
  const { expectNoProblems } = await watchNewSession(page);
  await openPage(page, `${server.url}/account`);
  await expect(part).toContainText('No passkeys yet');
  await part.getByRole('button', { name: 'Add a passkey' }).click();
  // The security events say so too.
  const notifications = page.getByRole('region', { name: /^Notifications/ });
  await expect(notifications.getByText('Passkey added', { exact: true })).toBeVisible();
  await expect(part.getByRole('listitem')).toContainText(/Chrome on \w+Added .+ not used yet/);
  expect((await listMails(server.url, email))[0]?.text).toContain('A passkey was added');
  await expectAccessible(page);
  await part.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(part.getByRole('alert')).toHaveText('This device already has a passkey for your account.');

  const mails = await mailCount();
  await signOut(page);
  await expectAccessible(page);
  await device.setUserKnown(false);
  await signInButton(page).click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText(/^No passkey was used\./);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await device.setUserKnown(true);
  await signInButton(page).click();
  await page.waitForURL(`${server.url}/`);
  expect(await mailCount()).toBe(mails);

  await openPage(page, `${server.url}/account`);
  await expect(page.getByRole('region', { name: 'Email' })).toContainText(email);
  await expect(part.getByRole('listitem')).toContainText('used just now');
  await part.getByRole('button', { name: /^Delete passkey Chrome on/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this passkey?' });
  await dialog.getByRole('button', { name: 'Delete passkey' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(part).toContainText('No passkeys yet');
  await expect(page.locator('body')).not.toBeFocused();
  expectNoProblems();

  await signOut(page);
  await signInButton(page).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(/^That passkey did not work\./);
});

test('a browser without passkey support is not offered passkeys, and says so @once @long', async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await signUp(page, server.url, 'tom@example.com');
  await signIn(page, server.url, 'tom@example.com');
  await openPage(page, `${server.url}/account`);
  await expect(passkeysOf(page)).toContainText('This browser doesn’t support passkeys');
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
  await signOut(page);
  await expect(signInButton(page)).toBeHidden();
});
