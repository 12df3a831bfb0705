import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createAccountApp, minute } from '../../../tests/support/accounts/account-app.ts';
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
