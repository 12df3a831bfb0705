import { it } from 'vitest';
import { createAccountApp, minute } from '../support/accounts/account-app.ts';
import { accountAppPerTest } from '../support/accounts/account-app-per-test.ts';
import { checkOwnerGetsIn } from '../support/accounts/squatter.ts';
import { createSqliteDatabase } from '../support/databases.ts';

const site = accountAppPerTest(createSqliteDatabase, (database) => createAccountApp(database, {}));

it('The owner can sign in, in 1,000 interleavings with a squatter', { timeout: 30 * minute }, async () => {
  await checkOwnerGetsIn(site, 1000);
});
