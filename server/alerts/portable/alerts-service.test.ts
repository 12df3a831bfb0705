import { describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { transact } from '#server/platform/database/transact.ts';
import { fakeAlert } from '../../../tests/support/alerts/alert-rows.ts';
import { countTurns } from '../../../tests/support/count-turns.ts';
import { testDatabases } from '../../../tests/support/databases.ts';
import { useMigratedDatabase } from '../../../tests/support/migrated-database.ts';
import { createPortfolioApp } from '../../../tests/support/portfolio/portfolio-app.ts';
import { createPortableAlerts } from './alerts-service.ts';
import { check } from './check-alerts.ts';

const alert = {
  ...{ coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin', condition: 'price_above', threshold: '1' },
  ...{ status: 'triggered', note: null, repeat: 'once', cooldownMinutes: 60, whenTrue: 'wait' },
  ...{ createdAt: 1, triggeredAt: 2, triggeredPrice: '2', nextAllowedAt: null, ordinal: 0 },
};
const { armed_at, armed_as_of, armed_price, armed_change, armed_rate, armed_source } = fakeAlert();
const arming = { armed_at, armed_as_of, armed_price, armed_change, armed_rate, armed_source };

it.each([
  ['price_above', '-'],
  ['price_above', ''],
  ['price_below', '-1'],
  ['change_24h_below', '-'],
  ['change_24h_above', '1e3'],
])(
  'an alert of an account file has a threshold that a new one could have: not %s %j',
  async (condition, threshold) => {
    const refused = check([alert, { ...alert, condition, threshold, currency: 'eur', status: 'active' }]);
    await expect(refused).rejects.toMatchObject({ issues: [{ path: 'data.alerts.1.threshold' }] });
  },
);

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`alerts of an account file on ${name}`, () => {
    let db: Database;
    useMigratedDatabase(create, (opened) => {
      db = opened;
    });

    it.each([
      ['price_above', '-'],
      ['price_above', ''],
      ['price_below', '-5'],
      ['price_above', '0'],
      ['change_24h_below', '-'],
      ['change_24h_above', '1000000'],
    ])('are refused if %s can’t have the threshold %j', async (condition, threshold) => {
      const issues = check([alert, { ...alert, condition, threshold }]).catch((error) => error.issues);
      expect(await issues).toEqual([
        { path: 'data.alerts.1.threshold', message: expect.any(String) as string },
      ]);
    });

    it('are refused with times that no response can show', async () => {
      const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
      expect(await check([{ ...alert, createdAt: last }])).toHaveLength(1);
      const issues = check([{ ...alert, createdAt: last + 1 }]).catch((error) => error.issues);
      expect(await issues).toMatchObject([{ path: 'data.alerts.0.createdAt' }]);
    });

    it('are stored, yielding to other calls in between', async () => {
      const { userId } = await createPortfolioApp(db).addUser('free');
      const alerts = await check(Array.from({ length: 1000 }, (_, ordinal) => ({ ...alert, ordinal })));
      const portable = createPortableAlerts(db, () => arming);
      const reserved = (await portable.reserve?.(alerts)) ?? 0;
      const adding = transact(db, (tx) =>
        portable.add(tx, { userId, tier: 'free', revision: 1 }, alerts, reserved),
      );
      const [counts, turns] = await countTurns(adding);
      expect(counts).toEqual({ alerts: 1000 });
      expect(turns).toBeGreaterThanOrEqual(10);
    });
  });
}
