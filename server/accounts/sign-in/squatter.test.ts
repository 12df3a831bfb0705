import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createAccountApp, day, minute } from '../../../tests/support/accounts/account-app.ts';
import { accountAppPerTest } from '../../../tests/support/accounts/account-app-per-test.ts';
import { squatAndSignIn, squatterSteps } from '../../../tests/support/accounts/squatter.ts';
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

it('lets the owner in, whatever a squatter does', { timeout: 2 * minute }, async () => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(squatterSteps, async (steps) => {
      round += 1;
      const { inNewBrowser, inKnownBrowser } = await squatAndSignIn(
        site,
        `owner-${round}@example.com`,
        steps,
      );
      expect(inKnownBrowser).toEqual({ requests: 1, waitedMs: 0 });
      expect(inNewBrowser.waitedMs).toBeLessThanOrEqual(15 * minute);
    }),
    { numRuns: 25 },
  );
});

it('lets the owner in, whatever a thief’s browser requests after the address was restored', async () => {
  const [ada, eve] = ['ada@example.com', 'eve@example.com'];
  const owner = await site.member(ada);
  site.pass(minute);
  const thief = site.browser();
  await thief.signIn(ada);
  await thief.verify(ada, await site.codeTo(ada));
  await thief.call('POST', '/api/auth/email', { email: eve });
  await thief.call('POST', '/api/auth/email/verify', { email: eve, code: await site.codeTo(eve) });
  const links = (await site.mailsTo(ada)).map(({ text }) => /\/account\/restore#(\S+)/.exec(text)?.[1]);
  const token = links.find((link) => link !== undefined);
  expect((await owner.call('POST', '/api/auth/email/undo', { token })).status).toBe(200);
  site.pass(day);
  await thief.signIn(ada);
  await site.db.deleteFrom('mails').execute();
  await owner.signIn(ada);
  expect((await owner.verify(ada, await site.codeTo(ada))).status).toBe(200);
});
