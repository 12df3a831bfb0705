import type { Page } from '@playwright/test';
import { inboxKeyHeader } from '#contract/accounts/inbox.ts';
import { inboxKeyOf } from './inbox-keys.ts';

interface InboxMail {
  readonly to: string;
  readonly text: string;
}

/** The page of a server's local inbox, with its key. */
export const inboxPath = (serverUrl: string) => `/inbox#${inboxKeyOf(serverUrl)}`;

/** The e-mails to one address from a server without SMTP, newest first. */
export async function listMails(serverUrl: string, to: string): Promise<InboxMail[]> {
  const headers = { [inboxKeyHeader]: inboxKeyOf(serverUrl) };
  const mails = (await (await fetch(`${serverUrl}/api/inbox`, { headers })).json()) as InboxMail[];
  return mails.filter((mail) => mail.to === to.toLowerCase());
}

/** The newest code mailed to an address. Throws if there is none. */
export async function readCode(serverUrl: string, to: string): Promise<string> {
  const mails = await listMails(serverUrl, to);
  const codes = mails.map(({ text }) => /\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(text)?.[0]);
  const code = codes.find((found) => found !== undefined);
  if (!code) throw new Error(`No code was mailed to ${to}.`);
  return code;
}

/** Signs up through the page, and waits until the new user sees the market. */
export async function signUp(page: Page, serverUrl: string, email: string): Promise<void> {
  await page.goto(`${serverUrl}/signup`);
  await page.getByLabel('First name').fill('Mara');
  await page.getByLabel('Last name').fill('Lindt');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click();
  await arrive(page, serverUrl);
}

/** Types the newest mailed code into its field. */
export async function enterCode(page: Page, serverUrl: string, email: string): Promise<void> {
  const field = page.getByLabel('Code');
  // The field appears with the answer, by which time the e-mail has been sent.
  await field.waitFor();
  await field.fill(await readCode(serverUrl, email));
}

/** Requests a code, and signs in with it. */
export async function signIn(page: Page, serverUrl: string, email: string): Promise<void> {
  await page.goto(`${serverUrl}/signin`);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await enterCode(page, serverUrl, email);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await arrive(page, serverUrl);
}

/** Waits for the market, and suppresses the upgrade prompt, which would open anywhere in a long test. */
async function arrive(page: Page, serverUrl: string): Promise<void> {
  await page.waitForURL(`${serverUrl}/`);
  await page.evaluate(() => localStorage.setItem('altimeter:offer-closed', String(Date.now())));
}
