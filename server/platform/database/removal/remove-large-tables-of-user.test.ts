import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { removeAccount } from '#server/accounts/service.ts';
import { createUserStore } from '#server/accounts/user-store.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createImportStore } from '#server/portfolio/imports/store.ts';
import { countTurns } from '../../../../tests/support/count-turns.ts';
import { testDatabases } from '../../../../tests/support/databases.ts';
import { insertImport } from '../../../../tests/support/imports/import-rows.ts';
import { useMigratedDatabase } from '../../../../tests/support/migrated-database.ts';
import { createPortfolioApp } from '../../../../tests/support/portfolio/portfolio-app.ts';

const empty = Buffer.alloc(0);

const firing = {
  ...{ coin_id: 'bitcoin', symbol: 'btc', name: 'Bitcoin', condition: 'price_above' as const },
  ...{ threshold: '1', price: '2', currency: 'usd', change_24h: null, crossed_after: 1, crossed_by: 2 },
  ...{ fired_at: 3, note: null, seen_at: null, source: 'simulated' as const, mail_id: null },
};

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`the data of a large account, on ${name},`, () => {
    let db: Database;
    useMigratedDatabase(create, (opened) => {
      db = opened;
    });

    const addUser = async () => {
      const { userId, main } = await createPortfolioApp(db).addUser('free');
      for (let count = 0; count < 20; count += 1) await insertImport(db, main.id);
      return userId;
    };
    const left = (table: 'alert_firings' | 'imports') => db.selectFrom(table).select('id').execute();
    const remove = (userId: string) =>
      removeAccount({ db, users: createUserStore(db), logger: { info: () => undefined } as never }, userId);

    it('is removed with it, yielding to other calls in between', async () => {
      const userId = await addUser();
      for (let start = 0; start < 2000; start += 500) {
        const rows = Array.from({ length: 500 }, (_, place) => ({
          ...{ ...firing, id: randomUUID(), alert_id: randomUUID(), user_id: userId, arming: 1 },
          number: start + place,
        }));
        await db.insertInto('alert_firings').values(rows).execute();
      }
      const [isRemoved, turns] = await countTurns(remove(userId));
      expect(isRemoved).toBe(true);
      expect(turns).toBeGreaterThanOrEqual(24);
      expect(await left('alert_firings')).toEqual([]);
      expect(await left('imports')).toEqual([]);
    });

    it('loses its idempotency keys, tax reports and answers about coins in parts', async () => {
      const { userId } = await createPortfolioApp(db).addUser('free');
      const { userId: otherId } = await createPortfolioApp(db).addUser('free');
      const addRows = async (user_id: string, count: number) => {
        const numbers = [...Array(count).keys()];
        await db
          .insertInto('idempotency_keys')
          .values(
            numbers.map((number) => ({
              ...{ key_hash: `${user_id} ${number}`, user_id, request_hash: '', created_at: 1 },
            })),
          )
          .execute();
        await db
          .insertInto('coin_answers')
          .values(
            numbers.map((number) => ({
              user_id,
              exchange: 'kraken',
              ticker: `${number}`,
              coin_id: 'solana',
            })),
          )
          .execute();
        for (const number of numbers.slice(0, 30))
          await db
            .insertInto('tax_reports')
            .values({
              ...{
                id: randomUUID(),
                user_id,
                portfolio_id: null,
                country: 'US',
                year: 2025,
                filed_at: number,
              },
              ...{ sha256: '', engine: '', request: '{}', totals: '{}' },
              ...{ json: empty, csv: empty, pdf: empty, ledger: empty, past_values: empty },
            })
            .execute();
      };
      for (const id of [userId, otherId]) await addRows(id, 1200);
      const [isRemoved, turns] = await countTurns(remove(userId));
      expect(isRemoved).toBe(true);
      expect(turns).toBeGreaterThanOrEqual(10);
      for (const table of ['idempotency_keys', 'coin_answers'] as const)
        expect(await db.selectFrom(table).select('user_id').execute()).toHaveLength(1200);
      expect(await db.selectFrom('tax_reports').select('user_id').execute()).toHaveLength(30);
    });

    it('loses its files one by one if they were never applied', async () => {
      await addUser();
      const [, turns] = await countTurns(createImportStore().removeUnapplied(db, 1));
      expect(turns).toBeGreaterThanOrEqual(20);
      expect(await left('imports')).toEqual([]);
    });
  });
}
