import { describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { transact } from '#server/platform/database/transact.ts';
import { countTurns } from '../../tests/support/count-turns.ts';
import { testDatabases } from '../../tests/support/databases.ts';
import { useMigratedDatabase } from '../../tests/support/migrated-database.ts';
import { createPortfolioApp } from '../../tests/support/portfolio/portfolio-app.ts';
import { createPortableWatchlist } from './portable-service.ts';

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`the watched coins of an account file on ${name}`, () => {
    let db: Database;
    useMigratedDatabase(create, (opened) => {
      db = opened;
    });

    it('are stored, yielding to other calls in between', async () => {
      const { userId } = await createPortfolioApp(db).addUser('pro');
      const items = Array.from({ length: 3000 }, (_, ordinal) => ({
        ...{ coinId: `coin-${ordinal}`, symbol: 'c', name: 'Coin', addedAt: 1, ordinal },
      }));
      const adding = transact(db, (tx) =>
        createPortableWatchlist(db).add(tx, { userId, tier: 'pro', revision: 1 }, items, 0),
      );
      const [counts, turns] = await countTurns(adding);
      expect(counts).toEqual({ watchlist: 3000 });
      expect(turns).toBeGreaterThanOrEqual(20);
    });
  });
}
