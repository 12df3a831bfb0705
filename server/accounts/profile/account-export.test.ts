import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultLedgerSettings } from '#contract/ledger/settings.ts';
import { type AccountApp, createAccountApp } from '../../../tests/support/accounts/account-app.ts';
import { AccountBook, accountActions } from '../../../tests/support/accounts/account-book.ts';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';
import { FakeMarket, fakeCoin, fakeSnapshot } from '../../../tests/support/market/fake-market.ts';

const coins = ['bitcoin', 'ethereum', 'solana', 'cardano', 'dogecoin'].map((id) => fakeCoin(id));
const shown = new Map(coins.map(({ id, symbol, name }) => [id, { symbol, name }]));
const instant = expect.stringMatching(/^2027-01-15T\d\d:\d\d:\d\d\.\d{3}Z$/);

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`the export of an account on ${name}`, () => {
    let database: TestDatabase;
    let site: AccountApp;
    let people = 0;
    beforeAll(async () => {
      database = await create();
      const env = { AUTH_RATE_LIMIT: 'off', DEFAULT_TIER: 'premium' };
      site = await createAccountApp(database, env, new FakeMarket(fakeSnapshot({ coins })));
    });
    afterAll(async () => {
      await site.app.close();
      await database.remove();
    });

    it('contains everything that was entered, as entered, and nothing else', {
      timeout: 60_000,
    }, async () => {
      const many = fc.array(accountActions([...shown.keys()]), { minLength: 5, maxLength: 40 });
      await fc.assert(
        fc.asyncProperty(many, async (all) => {
          people += 1;
          const email = `ada.${people}@example.com`;
          const client = await site.member(email);
          const book = new AccountBook(client);
          await book.open();
          for (const action of all) await book.perform(action);

          const { status, body } = await client.call('GET', '/api/account/export');
          expect(status).toBe(200);
          expect(body).toEqual({
            exportedAt: instant,
            account: {
              ...book.person,
              id: expect.any(String),
              email,
              subscriptionTier: 'premium',
              verified: true,
              displayCurrency: 'usd',
              createdAt: instant,
            },
            sessions: [expect.objectContaining({ userAgent: 'Test browser', current: true })],
            data: expect.objectContaining({ watchlist: expect.any(Array) }),
            passkeys: [],
            apiKeys: [],
            securityEvents: expect.arrayContaining([expect.objectContaining({ kind: 'exported' })]),
            alerts: [],
            alertHistory: [],
            alertSettings: { email: true, push: true, inApp: true },
            learning: { completed: [] },
            billing: { stripeCustomer: null, subscription: null },
            contact: { messages: [], requests: [] },
            watchlist: book.watchlist.map((item) => ({
              ...item,
              ...shown.get(item.coinId),
              addedAt: instant,
            })),
            taxReports: [],
            portfolios: book.portfolios.map((portfolio) => ({
              ...portfolio,
              createdAt: instant,
              settings: defaultLedgerSettings,
              wallets: [],
              transactions: portfolio.holdings.map(({ id }) =>
                expect.objectContaining({ id, type: 'opening' }),
              ),
              holdings: portfolio.holdings.map((holding) => ({
                ...holding,
                ...shown.get(holding.coinId!),
                createdAt: instant,
              })),
            })),
          });
        }),
        { numRuns: 25 },
      );
    });
  });
}
