import type { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '#server/config/read-config.ts';
import { createCurrencyHistory } from '#server/market/currencies/service.ts';
import type { PersonalEvent } from '#server/platform/streams/personal-events.ts';
import { type AccountApp, createAccountApp, day } from '../../tests/support/accounts/account-app.ts';
import type { AccountClient } from '../../tests/support/accounts/account-client.ts';
import { addAlert } from '../../tests/support/alerts/alert-rows.ts';
import { makeBrowserKeys } from '../../tests/support/alerts/push-rows.ts';
import { type TestDatabase, testDatabases } from '../../tests/support/databases.ts';
import { FakeMarket, fakeCoin, fakeNow, fakeSnapshot } from '../../tests/support/market/fake-market.ts';
import { FakeRates, fakeRateService } from '../../tests/support/market/fake-rates.ts';
import { createTestParts } from '../../tests/support/test-parts.ts';
import { createAlertsModule } from './module.ts';

const bitcoin = { coinId: 'bitcoin', symbol: 'BTC', name: 'Bitcoin' };
const above110 = { ...bitcoin, condition: 'price_above', threshold: '110' };

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`an alert in the whole application on ${name}`, () => {
    let database: TestDatabase;
    let site: AccountApp;
    const market = new FakeMarket();
    const running: (() => Promise<void>)[] = [];
    /** What was pushed, in the order it was sent. */
    const pushed: object[] = [];
    let people = 0;
    let minutes = 0;

    beforeAll(async () => {
      database = await create();
      site = await createAccountApp(database, { AUTH_RATE_LIMIT: 'off' }, market, undefined, held);
    });
    afterEach(() => Promise.all(running.splice(0).map((stop) => stop())));
    afterAll(async () => {
      await site.app.close();
      await database.remove();
    });

    const held = new FakeRates();
    const rates = fakeRateService(held);

    async function startWork(onPush = () => {}) {
      const parts = createTestParts(site);
      const module = createAlertsModule({
        ...parts,
        config: loadConfig({}),
        market,
        rates,
        currencyHistory: createCurrencyHistory({
          market,
          upstream: () => undefined,
          rates,
          clock: site.clock,
        }),
        findCoin: async () => null,
        loadSnapshot: async () => null,
        sessionIdleMs: 14 * day,
        pushSender: {
          async send(_target, message) {
            pushed.push(message);
            onPush();
            return { outcome: 'sent' };
          },
        },
      });
      const stop = async () => {
        for (const job of module.jobs) await job.stop();
      };
      running.push(stop);
      for (const job of module.jobs) await job.prepare?.();
      for (const job of module.jobs) await job.start();
      return { events: module.events, stop, registry: parts.registry };
    }

    function showBitcoinAt(price: number): void {
      minutes += 1;
      const coins = [fakeCoin('bitcoin', { current_price: price })];
      market.publish(fakeSnapshot({ asOf: fakeNow + minutes * 60_000, coins }));
    }

    async function makeUser(): Promise<{ email: string; client: AccountClient; userId: string }> {
      people += 1;
      const email = `person-${people}@example.com`;
      const client = await site.member(email);
      return { email, client, userId: (await client.call('GET', '/api/auth/me')).body.id as string };
    }

    it('is removed 400 days after it triggered', async () => {
      const { client, userId } = await makeUser();
      const old = Date.now() - 401 * day;
      await addAlert(site.db, userId, { status: 'triggered', triggered_at: old, triggered_price: '1' });
      expect((await client.call('GET', '/api/alerts')).body).toHaveLength(1);
      const { stop } = await startWork();
      const list = async () => (await client.call('GET', '/api/alerts')).body;
      await expect.poll(list, { interval: 5, timeout: 20_000 }).toEqual([]);
      await stop();
    });

    it('has the endpoints of earlier versions normalized', async () => {
      const { client } = await makeUser();
      const { p256dh, auth } = makeBrowserKeys();
      const endpoint = `https://push.example/earlier-${name}`;
      await client.call('POST', '/api/alerts/push/subscriptions', { endpoint, keys: { p256dh, auth } });
      const earlier = endpoint.replace('push', 'Push');
      const renamed = site.db.updateTable('push_subscriptions').set({ endpoint: earlier });
      await renamed.where('endpoint', '=', endpoint).execute();
      const { stop } = await startWork();
      const list = () => site.db.selectFrom('push_subscriptions').select('endpoint').execute();
      await expect.poll(list, { interval: 5, timeout: 20_000 }).toEqual([{ endpoint }]);
      await stop();
    });

    it('fires once, and is reported in the app, by e-mail and by push', async () => {
      showBitcoinAt(100);
      const { email, client, userId } = await makeUser();
      const { p256dh, auth } = makeBrowserKeys();
      const subscription = { endpoint: `https://push.example/${name}`, keys: { p256dh, auth } };
      await client.call('POST', '/api/alerts/push/subscriptions', subscription);
      const { body: alert } = await client.call('POST', '/api/alerts', above110);

      const isPushed = Promise.withResolvers<void>();
      const work = await startWork(isPushed.resolve);
      const received = new Promise<PersonalEvent>((resolve) => work.events.subscribe(userId, resolve));
      for (const price of [105, 111, 100, 112]) showBitcoinAt(price);

      const event = JSON.parse((await received).data);
      expect(event).toMatchObject({ alertId: alert.id, price: '111', seen: false });
      const { body: history } = await client.call('GET', '/api/alerts/history');
      expect(history).toEqual({ firings: [event], nextBefore: null });
      expect((await client.call('GET', '/api/alerts')).body).toMatchObject([
        { id: alert.id, status: 'triggered', triggeredPrice: '111' },
      ]);
      expect((await client.call('GET', '/api/alerts/unseen')).body).toEqual({ count: 1 });

      const mails = (await site.mailsTo(email)).filter(({ subject }) => subject === 'Bitcoin is above $110');
      expect(mails).toHaveLength(1);
      const token = /\/alerts\/pause#(\S+)/.exec(mails[0]!.text)?.[1];
      const paused = await site.browser().call('POST', '/api/alerts/pause', { token });
      expect(paused).toMatchObject({ status: 200, body: { status: 'triggered' } });

      await isPushed.promise;
      expect(pushed).toEqual([
        {
          id: event.id,
          title: 'Bitcoin is above $110',
          body: 'Price $111, +1.01% in 24h',
          path: '/alerts',
        },
      ]);
    });

    it('in a currency fires by its rate, and is reported in that currency everywhere', async () => {
      showBitcoinAt(100);
      const asOf = fakeNow + minutes * 60_000;
      held.set({ usd: '1', eur: '0.86' }, asOf);
      const { email, client } = await makeUser();
      const { p256dh, auth } = makeBrowserKeys();
      const subscription = { endpoint: `https://push.example/${name}-eur`, keys: { p256dh, auth } };
      await client.call('POST', '/api/alerts/push/subscriptions', subscription);
      const terms = { ...above110, threshold: '90.5', currency: 'eur' };
      const { body: alert } = await client.call('POST', '/api/alerts', terms);
      const isPushed = Promise.withResolvers<void>();
      const { stop } = await startWork(isPushed.resolve);
      // €90.30 and €91.16.
      for (const price of [105, 106]) showBitcoinAt(price);
      const list = async () => (await client.call('GET', '/api/alerts')).body;
      await expect
        .poll(list, { interval: 5, timeout: 20_000 })
        .toMatchObject([{ id: alert.id, status: 'triggered', currency: 'eur', triggeredPrice: '91.16' }]);
      const { body: history } = await client.call('GET', '/api/alerts/history');
      expect(history).toMatchObject({ firings: [{ price: '91.16', currency: 'eur', threshold: '90.5' }] });
      await isPushed.promise;
      expect(pushed.at(-1)).toMatchObject({
        title: 'Bitcoin is above €90.50',
        body: 'Price €91.16, +1.01% in 24h',
      });
      const mail = (await site.mailsTo(email)).find(({ subject }) => subject === 'Bitcoin is above €90.50');
      expect(mail?.text).toContain('Price       €91.16');
      await stop();
    });

    it('reports to operators how far the evaluation lags behind the market', async () => {
      const readLag = async (registry: Registry) => {
        const found = /^alert_evaluation_lag_seconds (.+)$/m.exec(await registry.metrics());
        return found ? Number(found[1]) : undefined;
      };
      showBitcoinAt(100);
      const { registry, stop } = await startWork();
      await stop();
      expect(await readLag(registry)).toBe(0);
      showBitcoinAt(101);
      expect(await readLag(registry)).toBe(60);
    });

    it('fires once more when it is armed again, based on the current quote', async () => {
      showBitcoinAt(120);
      const { client, userId } = await makeUser();
      const { body: alert } = await client.call('POST', '/api/alerts', { ...above110, whenTrue: 'fire' });
      const work = await startWork();
      const events: PersonalEvent[] = [];
      let next = Promise.withResolvers<void>();
      work.events.subscribe(userId, (event) => {
        events.push(event);
        next.resolve();
      });
      showBitcoinAt(121);
      await next.promise;
      next = Promise.withResolvers<void>();
      await client.call('PUT', `/api/alerts/${alert.id}`, { status: 'active' });
      for (const price of [122, 109, 123]) showBitcoinAt(price);
      await next.promise;
      expect(events.map(({ data }) => JSON.parse(data).price)).toEqual(['121', '123']);
    });

    it('is reported to the account it was moved into', async () => {
      showBitcoinAt(100);
      const { email, client } = await makeUser();
      const browser = site.browser();
      await browser.signUp(email);
      const { body: alert } = await browser.call('POST', '/api/alerts', above110);
      const work = await startWork();
      site.pass(120_000);
      await browser.signIn(email);
      await browser.verify(email, await site.codeTo(email));
      const userId = (await client.call('GET', '/api/auth/me')).body.id as string;
      const received = new Promise<PersonalEvent>((resolve) => work.events.subscribe(userId, resolve));
      showBitcoinAt(111);
      expect(JSON.parse((await received).data)).toMatchObject({ alertId: alert.id });
      const subjects = (await site.mailsTo(email)).map(({ subject }) => subject);
      expect(subjects).toContain('Bitcoin is above $110');
    });
  });
}
