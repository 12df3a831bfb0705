import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AccountApp, createAccountApp, minute } from '../support/accounts/account-app.ts';
import { squatAndSignIn, squatterSteps } from '../support/accounts/squatter.ts';
import { createSqliteDatabase, type TestDatabase } from '../support/databases.ts';

let database: TestDatabase;
let site: AccountApp;
beforeEach(async () => {
  database = await createSqliteDatabase();
  site = await createAccountApp(database, {});
});
afterEach(async () => {
  await site.app.close();
  await database.remove();
});

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
