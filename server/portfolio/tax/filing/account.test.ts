import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AccountApp, createAccountApp } from '../../../../tests/support/accounts/account-app.ts';
import type { AccountClient } from '../../../../tests/support/accounts/account-client.ts';
import { type TestDatabase, testDatabases } from '../../../../tests/support/databases.ts';
import { FakeMarket, fakeCoin, fakeSnapshot } from '../../../../tests/support/market/fake-market.ts';
import { readPdf } from '../../../../tests/support/portfolio/read-pdf.ts';

const choice = { country: 'generic', year: 2024 };
const bitcoin = (amount: string) => ({ coinId: 'bitcoin', amount });
const dollars = (amount: string) => ({ currency: 'USD', amount });

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`filed reports of an account, on ${name}`, () => {
    let database: TestDatabase;
    let site: AccountApp;
    let ada: AccountClient;
    let path: string;

    beforeEach(async () => {
      database = await create();
      const market = new FakeMarket(fakeSnapshot({ coins: [fakeCoin('bitcoin')] }));
      site = await createAccountApp(database, { DEFAULT_TIER: 'pro', AUTH_RATE_LIMIT: 'off' }, market);
      ada = await site.member('ada@example.com');
      const [main] = (await ada.call('GET', '/api/portfolios')).body as unknown as { id: string }[];
      path = `/api/portfolios/${main!.id}`;
      await ada.call('POST', `${path}/transactions`, {
        transactions: [
          { type: 'buy', occurredAt: '2023-01-01T00:00:00Z', in: bitcoin('2'), out: dollars('100') },
          { type: 'sell', occurredAt: '2024-05-01T00:00:00Z', in: dollars('80'), out: bitcoin('1') },
        ],
      });
    });
    afterEach(async () => {
      await site.app.close();
      await database.remove();
    });

    it('a repeated request files one report', async () => {
      const file = () => ada.call('POST', `${path}/tax-reports`, choice, { 'idempotency-key': 'a-key' });
      const [first, again] = [await file(), await file()];
      expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
      const listed = (await ada.call('GET', `${path}/tax-reports`)).body as unknown as unknown[];
      expect(listed).toHaveLength(1);
    });

    it('the PDF is drawn in the running application', async () => {
      const { body } = await ada.call('POST', `${path}/tax-reports`, choice);
      const { bytes } = await ada.call('GET', `/api/tax-reports/${body.id}?format=pdf`);
      const { pages, outline } = readPdf(bytes);
      expect(outline).toContain('Disposals');
      expect(pages[0]).toContain('USD 30.00');
    });

    it('the account export has them, with the request they were made for', async () => {
      const { body: filed } = await ada.call('POST', `${path}/tax-reports`, choice);
      const { body } = await ada.call('GET', '/api/account/export');
      const { changes: _changes, difference: _difference, currency: _currency, ...head } = filed;
      expect(body.taxReports).toEqual([
        {
          ...head,
          request: { choice: { ...choice, with: [], basis: 'allocated' }, settings: expect.any(Object) },
          report: expect.objectContaining({ ...choice, totals: expect.objectContaining({ net: '30' }) }),
        },
      ]);
    });
  });
}
