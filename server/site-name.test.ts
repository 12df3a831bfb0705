import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AccountApp, createAccountApp, day, minute } from '../tests/support/accounts/account-app.ts';
import { addApiKey, setTier } from '../tests/support/accounts/api-keys.ts';
import { addPasskey, requestPasskeyOptions } from '../tests/support/accounts/passkeys.ts';
import { createSqliteDatabase, type TestDatabase } from '../tests/support/databases.ts';

const ada = 'ada@example.com';
const lead = 'lead@example.com';

let database: TestDatabase;
let site: AccountApp;
beforeEach(async () => {
  database = await createSqliteDatabase();
  const file = join(database.options.dataDir, 'site.json');
  writeFileSync(file, JSON.stringify({ name: 'Sextant' }));
  site = await createAccountApp(database, { AUTH_RATE_LIMIT: 'off', SITE_FILE: file });
});
afterEach(async () => {
  await site.app.close();
  await database.remove();
});

async function signInElsewhere(): Promise<void> {
  site.pass(minute);
  const client = site.browser();
  await client.signIn(ada);
  await client.verify(ada, await site.codeTo(ada));
}

async function subscribe(): Promise<void> {
  const newsletter = { email: lead, magnet: 'newsletter', variant: 'blog' };
  const visitor = site.browser();
  expect((await visitor.call('POST', '/api/leads', newsletter)).status).toBe(202);
  const [mail] = await site.mailsTo(lead);
  const token = /newsletter\/confirm#(\S+)/.exec(mail!.text)![1];
  expect((await visitor.call('POST', '/api/leads/confirm', { token })).status).toBe(200);
  site.pass(day);
  expect((await visitor.call('POST', '/api/leads', newsletter)).status).toBe(202);
}

it('the site name is the operator’s in every e-mail, and when a passkey is created', async () => {
  const owner = await site.member(ada);
  await site.browser().signUp(ada);
  await site.browser().signIn('new@example.com');
  await signInElsewhere();
  await setTier(site, ada, 'premium');
  await addApiKey(owner);
  expect((await requestPasskeyOptions(owner)).rp.name).toBe('Sextant');
  await addPasskey(owner);
  site.pass(1000);
  await owner.call('POST', '/api/auth/email', { email: 'moved@example.com' });
  const code = await site.codeTo('moved@example.com');
  await owner.call('POST', '/api/auth/email/verify', { email: 'moved@example.com', code });
  await subscribe();
  const mails = await site.db.selectFrom('mails').select(['subject', 'body']).execute();
  const subjects = mails.map(({ subject }) => subject.replace(/^\S{4}-\S{4} /, ''));
  expect([...new Set(subjects)].sort()).toEqual([
    'A passkey was added to your Sextant account',
    'An API key was created for your Sextant account',
    'Confirm the Sextant newsletter',
    'New sign-in to your Sextant account',
    'The email address of your Sextant account was changed',
    'You already get the Sextant newsletter',
    'is your Sextant code',
  ]);
  for (const { body } of mails) {
    expect(body).not.toContain('Altimeter');
    expect(body).toMatch(/\nSextant\nhttp\S+\n$/);
  }
});
