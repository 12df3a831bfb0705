import { expect, it } from 'vitest';
import { createAccountApp, day, minute } from '../../../tests/support/accounts/account-app.ts';
import { accountAppPerTest } from '../../../tests/support/accounts/account-app-per-test.ts';
import type { AccountClient } from '../../../tests/support/accounts/account-client.ts';
import { checkOwnerGetsIn, squatAndSignIn } from '../../../tests/support/accounts/squatter.ts';
import { createSqliteDatabase } from '../../../tests/support/databases.ts';

const site = accountAppPerTest(createSqliteDatabase, (database) => createAccountApp(database, {}));

it('lets the owner in with the newest code, even if a stranger asked for it', async () => {
  const ask = { kind: 'ask', browser: 0, times: 1, ms: 1000 } as const;
  const wait = { ...ask, kind: 'wait', ms: minute - 2000 } as const;
  const { inKnownBrowser } = await squatAndSignIn(site, 'owner@example.com', {
    before: [ask, wait],
    between: [ask],
  });
  expect(inKnownBrowser).toEqual({ requests: 1, waitedMs: 0 });
});

it('lets the owner in with a code that a stranger signed up for, even if the stranger’s account is deleted', async () => {
  const email = 'owner@example.com';
  await site.member(email);
  site.pass(day);
  const stranger = site.browser('10.1.1.1');
  await stranger.signUp(email);
  expect((await stranger.call('DELETE', '/api/account')).status).toBe(204);
  const owner = site.browser();
  expect((await owner.signIn(email)).status).toBe(200);
  expect((await owner.verify(email, await site.codeTo(email))).status).toBe(200);
});

it('lets the owner in, even if a stranger has tried to make the address that of another account', async () => {
  const email = 'owner@example.com';
  await site.member(email);
  site.pass(day);
  const stranger = await site.member('stranger@example.com');
  for (const _ of Array(3)) {
    await stranger.call('POST', '/api/auth/email', { email });
    site.pass(minute);
  }
  const owner = site.browser();
  expect((await owner.signIn(email)).status).toBe(200);
  expect((await owner.verify(email, await site.codeTo(email))).status).toBe(200);
});

it('lets a newcomer in with the code that a stranger had sent, even if the stranger’s account is deleted', async () => {
  const email = 'newcomer@example.com';
  const [newcomer, stranger] = [site.browser(), site.browser('10.1.1.1')];
  const signUpAndLeave = async () => {
    await stranger.signUp(email);
    expect((await stranger.call('DELETE', '/api/account')).status).toBe(204);
  };
  await signUpAndLeave();
  expect((await newcomer.signIn(email)).status).toBe(200);
  site.pass(minute);
  await signUpAndLeave();
  expect((await newcomer.verify(email, await site.codeTo(email))).status).toBe(200);
});

it('lets the owner in, whatever a squatter does', { timeout: 2 * minute }, async () => {
  await checkOwnerGetsIn(site, 25);
});

/** A thief's browser that has changed the address of an account, and the owner's link that restores it. */
async function steal(ada: string, eve: string, cookies: ReadonlyMap<string, string>) {
  site.pass(minute);
  const thief = site.browser();
  for (const [name, value] of cookies) if (name.endsWith('browser')) thief.cookies.set(name, value);
  await thief.signIn(ada);
  await thief.verify(ada, await site.codeTo(ada));
  await thief.call('POST', '/api/auth/email', { email: eve });
  await thief.call('POST', '/api/auth/email/verify', { email: eve, code: await site.codeTo(eve) });
  const links = (await site.mailsTo(ada)).map(({ text }) => /\/account\/restore#(\S+)/.exec(text)?.[1]);
  return { thief, token: links.find((link) => link !== undefined) };
}

it.each([
  ['has been in the account', (owner: AccountClient) => owner, false],
  ['has been in it, but the thief copied its cookies', (owner: AccountClient) => owner, true],
  ['has not been in it', () => site.browser(), false],
])(
  'lets the owner in, whatever a thief asks for, with the browser that restored the address and %s',
  async (_been, choose, isCopied) => {
    const [ada, eve] = ['ada@example.com', 'eve@example.com'];
    const restoring = choose(await site.member(ada));
    const { thief, token } = await steal(ada, eve, isCopied ? restoring.cookies : new Map());
    expect((await restoring.call('POST', '/api/auth/email/undo', { token })).status).toBe(200);
    site.pass(day);
    for (const count of Array(10).keys()) {
      const { status } = await thief.signIn(ada);
      expect([count, status]).toEqual([count, 200]);
      site.pass(16 * minute);
    }
    await site.db.deleteFrom('mails').execute();
    await restoring.signIn(ada);
    expect((await restoring.verify(ada, await site.codeTo(ada))).status).toBe(200);
  },
);
