import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createAccountApp, minute } from '../support/accounts/account-app.ts';
import { accountAppPerTest } from '../support/accounts/account-app-per-test.ts';
import { squatAndSignIn, squatterSteps } from '../support/accounts/squatter.ts';
import { createSqliteDatabase } from '../support/databases.ts';

const site = accountAppPerTest(createSqliteDatabase, (database) => createAccountApp(database, {}));

it('lets the owner sign in, in 1,000 interleavings with a squatter', { timeout: 30 * minute }, async () => {
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
    { numRuns: 1000 },
  );
});
