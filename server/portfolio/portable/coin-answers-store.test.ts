import { describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { transact } from '#server/platform/database/transact.ts';
import { countTurns } from '../../../tests/support/count-turns.ts';
import { testDatabases } from '../../../tests/support/databases.ts';
import { useMigratedDatabase } from '../../../tests/support/migrated-database.ts';
import { createPortfolioApp } from '../../../tests/support/portfolio/portfolio-app.ts';
import { createPortableCoinAnswers } from './coin-answers-store.ts';

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`answers about the coins of tickers on ${name}`, () => {
    let db: Database;
    useMigratedDatabase(create, (opened) => {
      db = opened;
    });

    it('are exported in batches, in the order of exchange and ticker, whatever the database’s collation', async () => {
      const { userId } = await createPortfolioApp(db).addUser('free');
      const tickers = Array.from({ length: 700 }, (_, number) => `coin:${number % 2 ? 'z' : 'Ä-'}${number}`);
      const expected = ['binance', 'crypto_com', 'kraken'].flatMap((exchange) =>
        tickers.toSorted().map((ticker) => ({ exchange, ticker, coinId: 'solana' })),
      );
      const rows = expected
        .toReversed()
        .map(({ exchange, ticker, coinId }) => ({ user_id: userId, exchange, ticker, coin_id: coinId }));
      for (let start = 0; start < rows.length; start += 500)
        await db
          .insertInto('coin_answers')
          .values(rows.slice(start, start + 500))
          .execute();
      const batches: unknown[][] = [];
      const read = (await createPortableCoinAnswers(db).read(userId)) as AsyncIterable<unknown[]>;
      for await (const batch of read) batches.push(batch);
      expect(batches.flat()).toEqual(expected);
      expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(500);
    });

    it('are imported in batches, yielding to other calls in between', async () => {
      const { userId } = await createPortfolioApp(db).addUser('free');
      const answers = Array.from({ length: 5000 }, (_, number) => ({
        ...{ exchange: 'kraken', ticker: `coin:${number}`, coinId: 'solana' },
      }));
      const adding = transact(db, (tx) =>
        createPortableCoinAnswers(db).add(tx, { userId, tier: 'free', revision: 1 }, answers, 0),
      );
      const [counts, turns] = await countTurns(adding);
      expect(counts).toEqual({ coinAnswers: 5000 });
      expect(turns).toBeGreaterThanOrEqual(10);

      const replacing = transact(db, (tx) =>
        createPortableCoinAnswers(db).add(tx, { userId, tier: 'free', revision: 1 }, [], 0),
      );
      expect((await countTurns(replacing))[1]).toBeGreaterThanOrEqual(10);
      const left = db.selectFrom('coin_answers').select('ticker').where('user_id', '=', userId);
      expect(await left.execute()).toEqual([]);
    });
  });
}
