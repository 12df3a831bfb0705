import { describe, expect, it, onTestFinished } from 'vitest';
import { type TaxCountry, taxCountries } from '#contract/tax/choice.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { testDatabases } from '../../../../tests/support/databases.ts';
import { buy, coin, openLedger, sell } from '../../../../tests/support/portfolio/ledger-client.ts';
import { createPortfolioApp } from '../../../../tests/support/portfolio/portfolio-app.ts';
import { openReadChanges } from '../../ledger/transactions/read-changes-service.ts';
import { rulesByCountry } from '../rules/rules-by-country.ts';
import { makeReportBytes } from './make-report.ts';
import type { ReportQuery, ReportReads } from './report-query.ts';

/** Everything that a country counts differently from the ledger. */
const transactions = [
  buy('3'),
  { type: 'gift_in', occurredAt: '2025-02-01T00:00:00Z', in: coin('bitcoin', '1') },
  { type: 'gift_out', occurredAt: '2025-03-01T00:00:00Z', out: coin('bitcoin', '0.5') },
  {
    type: 'swap',
    occurredAt: '2025-04-01T00:00:00Z',
    in: coin('ethereum', '2'),
    out: coin('bitcoin', '1'),
    fee: coin('ethereum', '0.1'),
  },
  sell('0.5', '2025-06-01'),
];
const prices: Omit<ReportReads, 'readChanges'> = {
  readCloses: async (wanted) => wanted.map(() => ({ value: '2000', at: 0, source: 'simulated' })),
  readRates: async (wanted) => wanted.map(() => ({ value: '0.5', at: 0, source: 'ecb' })),
  readNames: async () => new Map(),
};
const queryOf = (country: TaxCountry, ids: readonly string[]): ReportQuery => ({
  ...{ country, year: 2025, timeZone: null, basis: 'allocated', format: 'json' },
  currency: rulesByCountry[country].currency ?? 'USD',
  settings: { method: 'fifo', scope: 'portfolio' },
  portfolios: ids.map((id) => ({ id, name: 'Main' })),
  walletNames: new Map(),
  otherPortfolios: 0,
  now: Date.parse('2026-06-01'),
});

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`a report of a ledger that its thread reads from ${name}`, () => {
    it('is that of the same ledger read elsewhere, by the rules of every country, with other portfolios', async () => {
      const database = await create();
      onTestFinished(() => database.remove());
      const db = await database.open();
      await migrateDatabase(db);
      const server = createPortfolioApp(db);
      const [one, other] = [await openLedger(server), await openLedger(server)];
      for (const ledger of [one, other]) expect((await ledger.post({ transactions })).statusCode).toBe(201);
      const readChanges = await openReadChanges(database.options);
      for (const country of taxCountries)
        for (const ids of [[one.main.id], [one.main.id, other.main.id]]) {
          const query = queryOf(country, ids);
          const read = async (readChanges: ReportReads['readChanges']) =>
            new TextDecoder().decode(await makeReportBytes(query, { ...prices, readChanges }));
          const text = await read(readChanges);
          expect(JSON.parse(text).lines.length).toBeGreaterThan(0);
          expect(text).toBe(await read(server.source.readChanges));
        }
    });
  });
}
