import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountApp, createAccountApp } from '../../tests/support/accounts/account-app.ts';
import type { AccountClient } from '../../tests/support/accounts/account-client.ts';
import { type TestDatabase, testDatabases } from '../../tests/support/databases.ts';
import { FakeMarket, fakeCoin, fakeSnapshot } from '../../tests/support/market/fake-market.ts';
import { FakeRates } from '../../tests/support/market/fake-rates.ts';

const hour = 3_600_000;
const above = {
  coinId: 'bitcoin',
  symbol: 'BTC',
  name: 'Bitcoin',
  condition: 'price_above',
  threshold: '110',
};

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`alerts in a currency over HTTP on ${name}`, () => {
    let database: TestDatabase;
    let site: AccountApp;
    let ada: AccountClient;
    const rates = new FakeRates();
    const market = new FakeMarket();
    beforeAll(async () => {
      database = await create();
      site = await createAccountApp(
        database,
        { AUTH_RATE_LIMIT: 'off', DEFAULT_TIER: 'premium' },
        market,
        undefined,
        rates,
      );
      ada = await site.member('ada@example.com');
      const asOf = site.clock.now();
      market.publish(fakeSnapshot({ asOf, coins: [fakeCoin('bitcoin', { current_price: 100 })] }));
      rates.set({ usd: '1', eur: '0.86', gbp: '0.75' }, asOf);
    });
    afterAll(async () => {
      await site.app.close();
      await database.remove();
    });

    const add = (body: object) => ada.call('POST', '/api/alerts', { ...above, ...body });
    const rowOf = (id: unknown) =>
      site.db.selectFrom('alerts').selectAll().where('id', '=', String(id)).executeTakeFirstOrThrow();

    it('are in dollars by default, and armed by price and rate of the same instant', async () => {
      const { body: dollars } = await add({});
      expect(dollars).toMatchObject({ currency: 'usd', waitsForRates: false });
      expect(await rowOf(dollars.id)).toMatchObject({ armed_price: '100', armed_rate: null });
      const { status, body: euros } = await add({ currency: 'EUR' });
      expect([status, euros]).toMatchObject([
        201,
        { currency: 'eur', threshold: '110', waitsForRates: false },
      ]);
      expect(await rowOf(euros.id)).toMatchObject({
        currency: 'eur',
        armed_price: '100',
        armed_rate: '0.86',
      });
    });

    it('are refused if their currency does not exist, with an error naming the field', async () => {
      const { body: alert } = await add({});
      for (const currency of ['zzz', '', 'e u r', 5]) {
        for (const { status, body } of [
          await add({ currency }),
          await ada.call('PUT', `/api/alerts/${alert.id}`, { currency, threshold: '5' }),
          await ada.call('POST', '/api/alerts/rehearsal', {
            ...{ coinId: 'bitcoin', condition: 'price_above', threshold: '1' },
            currency,
          }),
        ])
          expect([status, body.issues]).toMatchObject([400, [{ path: 'currency' }]]);
      }
    });

    it('change their currency only together with a price threshold, and are armed again', async () => {
      const { body: alert } = await add({});
      const put = (body: object) => ada.call('PUT', `/api/alerts/${alert.id}`, body);
      const refused = await put({ currency: 'gbp' });
      expect([refused.status, refused.body.issues]).toMatchObject([400, [{ path: 'threshold' }]]);
      expect((await put({ currency: 'GBP', threshold: '90' })).body).toMatchObject({
        currency: 'gbp',
        threshold: '90',
      });
      expect(await rowOf(alert.id)).toMatchObject({ armed_rate: '0.75', arming: 2 });
      expect((await put({ currency: 'gbp' })).body).toMatchObject({ currency: 'gbp', threshold: '90' });
      expect(await rowOf(alert.id)).toMatchObject({ arming: 2 });
      const { body: change } = await add({ condition: 'change_24h_above', threshold: '5' });
      expect((await ada.call('PUT', `/api/alerts/${change.id}`, { currency: 'eur' })).status).toBe(200);
    });

    it('report that they wait while the rates are over an hour old, unless in dollars or paused', async () => {
      const [euros, dollars, change, paused] = [
        (await add({ currency: 'eur' })).body,
        (await add({})).body,
        (await add({ currency: 'eur', condition: 'change_24h_above', threshold: '5' })).body,
        (await add({ currency: 'eur' })).body,
      ];
      await ada.call('PUT', `/api/alerts/${paused.id}`, { status: 'paused' });
      const list = async () =>
        new Map(
          ((await ada.call('GET', '/api/alerts')).body as unknown as Record<string, unknown>[]).map(
            ({ id, waitsForRates }) => [id, waitsForRates],
          ),
        );
      const waiting = async () => {
        const all = await list();
        return [euros, dollars, change, paused].map(({ id }) => all.get(id));
      };
      expect(await waiting()).toEqual([false, false, false, false]);
      site.pass(hour + 60_000);
      expect(await waiting()).toEqual([true, false, false, false]);
      const { body: late } = await add({ currency: 'eur' });
      expect(late).toMatchObject({ waitsForRates: true });
      rates.set({ usd: '1', eur: '0.9', gbp: '0.75' }, site.clock.now());
      expect(await waiting()).toEqual([false, false, false, false]);
    });

    it('are exported, and keep their currency when merged into another account', async () => {
      const guest = site.browser();
      await guest.signUp('ida@example.com');
      await guest.call('POST', '/api/alerts', { ...above, currency: 'gbp' });
      site.pass(60_000);
      await guest.verify('ida@example.com', await site.codeTo('ida@example.com'));
      const { body } = await guest.call('GET', '/api/account/export');
      expect(body.alerts).toMatchObject([{ currency: 'gbp', threshold: '110' }]);
    });

    it('are backtested in their currency, with the rate of each time, and report whether they hold now', async () => {
      const now = site.clock.now();
      const asOf = now;
      market.publish(fakeSnapshot({ asOf, coins: [fakeCoin('bitcoin', { current_price: 130 })] }));
      rates.set({ usd: '1', eur: '0.9', gbp: '0.75' }, now);
      const day = Math.floor(now / 86_400_000);
      const noon = (back: number) => (day - back) * 86_400_000 + 43_200_000;
      await site.db
        .insertInto('daily_rates')
        .values(
          [
            [3, '0.5'],
            [2, '0.9'],
            [1, '0.9'],
          ].map(([back, rate]) => ({
            ...{ currency: 'eur', source: 'coingecko', rate: String(rate) },
            ...{ day: day - Number(back), at: noon(Number(back)) },
          })),
        )
        .execute();
      const prices = [3, 2, 1].map((back): [number, number] => [noon(back), 120]);
      market.onDemand.histories.set('bitcoin', {
        value: { prices, market_caps: [], total_volumes: [] },
        fetchedAt: now,
        isStale: false,
      });
      const run = (body: object) =>
        ada.call('POST', '/api/alerts/rehearsal', {
          ...{ coinId: 'bitcoin', condition: 'price_above', threshold: '100', days: 7 },
          ...body,
        });
      const { body } = await run({ currency: 'EUR' });
      expect(body).toMatchObject({
        currency: 'eur',
        count: 1,
        firings: [{ at: new Date(noon(2)).toISOString(), price: '108', change24h: null }],
        now: { price: '117', holds: true },
      });
      expect((await run({})).body).toMatchObject({
        currency: 'usd',
        count: 0,
        now: { price: '130', holds: true },
      });
    });
  });
}
