import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccountClient } from '../../../tests/support/accounts/account-client.ts';
import { type BillingApp, createBillingApp } from '../../../tests/support/billing/billing-app.ts';
import { createSqliteDatabase, type TestDatabase } from '../../../tests/support/databases.ts';

let database: TestDatabase;
let billing: BillingApp;

beforeAll(async () => {
  database = await createSqliteDatabase();
  billing = await createBillingApp(database, { AUTH_RATE_LIMIT: 'on' });
});
afterAll(async () => {
  await billing.close();
  await database.remove();
});

/** How many of the calls were let through, and the last response. */
async function countAnswered(payer: AccountClient, path: string, calls: number, body?: object) {
  const answers = [];
  for (let call = 0; call < calls; call++) {
    answers.push(await payer.call('POST', `/api/billing/${path}`, body));
  }
  return { answered: answers.filter(({ status }) => status !== 429).length, last: answers.at(-1)! };
}

it('limits payment pages and refreshes per account', async () => {
  const payer = await billing.site.member('often@example.com');
  const pages = await countAnswered(payer, 'checkout', 21, { plan: 'pro' });
  expect([pages.answered, pages.last.body.code]).toEqual([20, 'rate_limited']);
  expect(Number(pages.last.headers['retry-after'])).toBeGreaterThan(0);
  expect((await payer.call('POST', '/api/billing/portal')).status).toBe(429);
  expect((await countAnswered(payer, 'refresh', 61)).answered).toBe(60);

  const other = await billing.site.member('other@example.com');
  expect((await other.call('POST', '/api/billing/checkout', { plan: 'pro' })).status).toBe(200);
  billing.site.pass(10 * 60_000);
  expect((await payer.call('POST', '/api/billing/checkout', { plan: 'pro' })).status).toBe(200);
});
