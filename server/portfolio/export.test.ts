import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPositiveDecimal } from '#contract/decimal.ts';
import { defaultLedgerSettings } from '#contract/ledger/settings.ts';
import type { Transaction } from '#contract/ledger/transaction.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { writeJsonPieces } from '#server/platform/json-pieces.ts';
import { countTurns } from '../../tests/support/count-turns.ts';
import { type TestDatabase, testDatabases } from '../../tests/support/databases.ts';
import { createPortfolioApp, type PortfolioApp } from '../../tests/support/portfolio/portfolio-app.ts';
import { UploadedFile } from './imports/multipart-body.ts';
import { emptyRecord } from './imports/reading-service.ts';
import { readPortfolios } from './portable/read-store.ts';

const decimal = fc
  .tuple(fc.stringMatching(/^[0-9]{1,12}$/), fc.stringMatching(/^[0-9]{1,18}$/))
  .map(([whole, fraction]) => `${whole}.${fraction}`)
  .filter(isPositiveDecimal);
const wantedHolding = fc.record({
  coinId: fc.constantFrom('bitcoin', 'ethereum'),
  amount: decimal,
  purchasePrice: fc.option(decimal),
});
const settled = { settings: defaultLedgerSettings, wallets: [] };
const wantedPortfolios = fc.array(
  fc.record({
    name: fc.constantFrom('Cold', 'Staking', 'Übrig 🙂', "Robert'); drop table holdings;--"),
    holdings: fc.array(wantedHolding, { maxLength: 5 }),
  }),
  { maxLength: 4 },
);

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`the export of a user's portfolios on ${name}`, () => {
    let database: TestDatabase;
    let server: PortfolioApp;

    beforeAll(async () => {
      database = await create();
      const db = await database.open();
      await migrateDatabase(db);
      server = createPortfolioApp(db);
    });
    afterAll(() => database.remove());

    it('equals what was added', async () => {
      const { portfolio, holdings: service } = server;
      await fc.assert(
        fc.asyncProperty(wantedPortfolios, async (wanted) => {
          const { userId, main } = await server.addUser('premium');
          const expected: unknown[] = [{ ...main, ...settled, transactions: [], holdings: [] }];
          for (const { name: title, holdings } of wanted) {
            const made = await portfolio.addPortfolio(userId, title);
            const added = [];
            for (const one of holdings) {
              const body = { ...one, symbol: 'x', name: 'x', portfolioId: made.id };
              const holding = await service.addHolding(userId, body);
              expect(holding).toMatchObject(one);
              added.push(holding);
            }
            expect(made.name).toBe(title);
            expected.push({ ...made, ...settled, transactions: expect.any(Array), holdings: added });
          }
          const whole = await portfolio.listEverything(userId);
          const exported = await Promise.all(
            whole.map(async (one) => {
              const transactions: Transaction[] = [];
              for await (const batch of one.transactions) transactions.push(...batch);
              return { ...one, transactions };
            }),
          );
          expect(exported).toEqual(expected);
          for (const { transactions, holdings } of exported) {
            const legs = transactions.map(({ id, in: leg }) => [id, leg?.amount]);
            expect(legs).toEqual(holdings.map(({ id, amount }) => [id, amount]));
          }
        }),
        { numRuns: 30 },
      );
    });

    it('yields to other calls after each portfolio, in both forms', async () => {
      const { userId } = await server.addUser('premium');
      for (let number = 0; number < 60; number += 1) await server.portfolio.addPortfolio(userId, `${number}`);
      const write = async (exported: unknown) => {
        let text = '';
        for await (const piece of writeJsonPieces(await exported)) text += piece;
        return JSON.parse(text) as unknown;
      };
      const db = await database.open();
      for (const read of [() => server.portfolio.listEverything(userId), () => readPortfolios(db, userId)]) {
        const [whole, turns] = await countTurns<unknown>(read());
        expect(turns).toBeGreaterThanOrEqual(60);
        expect(await write(whole)).toHaveLength(61);
      }
    });

    it('reads files one at a time', async () => {
      const { userId, main } = await server.addUser('premium');
      const db = await database.open();
      for (let number = 0; number < 3; number += 1) {
        const file = new UploadedFile(`${number}.csv`, new Uint8Array());
        const upload = { id: randomUUID(), portfolioId: main.id, file, fields: {}, now: 1 };
        const applied = { state: 'applied' as const, applied_at: number, ordinal: number };
        await db
          .insertInto('imports')
          .values({ ...emptyRecord(upload), ...applied })
          .execute();
      }
      const [portfolio] = await readPortfolios(db, userId);
      const names: string[][] = [];
      for await (const batch of portfolio!.imports) names.push(batch.map(({ fileName }) => fileName));
      expect(names).toEqual([['0.csv'], ['1.csv'], ['2.csv']]);
    });
  });
}
