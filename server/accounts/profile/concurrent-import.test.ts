import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Alert } from '#contract/alerts/alerts.ts';
import { accountAppPerTest } from '../../../tests/support/accounts/account-app-per-test.ts';
import { holdLocks } from '../../../tests/support/accounts/hold-locks.ts';
import { testDatabases } from '../../../tests/support/databases.ts';

const coin = { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin' };
const terms = { ...coin, condition: 'price_above', threshold: '1000000', currency: 'usd' };
const alert = {
  ...terms,
  status: 'active',
  note: null,
  repeat: 'once',
  cooldownMinutes: 60,
  whenTrue: 'wait',
  createdAt: 1,
  triggeredAt: null,
  triggeredPrice: null,
  nextAllowedAt: null,
  ordinal: 0,
};
const firing = {
  ...terms,
  alert: 0,
  arming: 1,
  price: '1000001',
  change24h: null,
  crossedAfter: 1,
  crossedBy: 2,
  firedAt: 3,
  note: null,
  seenAt: null,
  source: 'simulated',
};

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable || name !== 'PostgreSQL')(`importing an account on ${name}`, () => {
    const site = accountAppPerTest(create);

    it('lets others set alerts while the history is written, and arms the imported ones after those', async () => {
      const ada = await site.member('ada@example.com');
      const eve = await site.member('eve@example.com');
      const data = { alerts: [alert, alert], alertHistory: [firing, { ...firing, arming: 2 }] };
      let importing: ReturnType<typeof ada.call> | undefined;
      let between: Alert | undefined;
      const table = sql`lock table alert_firings in share row exclusive mode`;
      await holdLocks(site.db, table, async (blocked) => {
        importing = ada.call('POST', '/api/account/import', { data });
        await blocked(1);
        const answer = await eve.call('POST', '/api/alerts', terms);
        expect(answer.status).toBe(201);
        between = answer.body as unknown as Alert;
      });
      expect(await importing).toMatchObject({ status: 201, body: { alerts: 2, alertHistory: 2 } });
      const rows = await site.db.selectFrom('alerts').select('id').orderBy('revision').execute();
      expect(rows).toHaveLength(3);
      expect(rows[0]).toEqual({ id: between?.id });
    });
  });
}
