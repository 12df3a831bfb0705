import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { writeJsonPieces } from '#server/platform/json-pieces.ts';
import { countTurns } from '../../../tests/support/count-turns.ts';
import { testDatabases } from '../../../tests/support/databases.ts';
import { useMigratedDatabase } from '../../../tests/support/migrated-database.ts';
import { createPortfolioApp } from '../../../tests/support/portfolio/portfolio-app.ts';
import { createFiringStore } from '../delivery/firing-store.ts';
import { createPortableHistory } from './history-service.ts';

const firing = {
  coin_id: 'bitcoin',
  symbol: 'btc',
  name: 'Bitcoin',
  condition: 'price_above' as const,
  threshold: '1',
  price: '2',
  currency: 'usd',
  change_24h: null,
  crossed_after: 1,
  crossed_by: 2,
  fired_at: 3,
  note: null,
  seen_at: null,
  source: 'simulated' as const,
  mail_id: null,
};
const count = 2600;

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`a long history of alerts on ${name}`, () => {
    let db: Database;
    let userId: string;
    useMigratedDatabase(create, async (opened) => {
      db = opened;
      ({ userId } = await createPortfolioApp(db).addUser('free'));
      const other = await createPortfolioApp(db).addUser('free');
      for (let start = 0; start < count; start += 100) {
        const rows = Array.from({ length: 100 }, (_, place) => ({
          ...firing,
          id: randomUUID(),
          alert_id: randomUUID(),
          arming: start + place + 1,
          user_id: userId,
          number: start + place + 1,
        }));
        await db.insertInto('alert_firings').values(rows).execute();
      }
      const foreign = { id: randomUUID(), alert_id: randomUUID(), user_id: other.userId, number: count + 1 };
      await db
        .insertInto('alert_firings')
        .values({ ...firing, ...foreign, arming: 1 })
        .execute();
    });

    it.each([
      ['as imported again', () => createPortableHistory(db).read(userId), 'arming'],
      ['as shown', async () => createFiringStore(db).listAll(userId), 'number'],
    ])('is exported %s in its order, yielding to other calls in between', async (_form, read, key) => {
      const write = async () => {
        let text = '';
        for await (const piece of writeJsonPieces(await read())) {
          expect(piece.length).toBeLessThan(500_000);
          text += piece;
        }
        return text;
      };
      const [text, turns] = await countTurns(write());
      const firings = JSON.parse(text) as Record<string, unknown>[];
      expect(firings.map((one) => one[key])).toEqual(Array.from({ length: count }, (_, place) => place + 1));
      expect(turns).toBeGreaterThanOrEqual(5);
    });
  });
}
