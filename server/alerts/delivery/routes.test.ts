import { beforeEach, describe, expect, it } from 'vitest';
import { testSecret } from '../../../tests/support/accounts/account-app.ts';
import { sharedAccountApp } from '../../../tests/support/accounts/account-app-per-test.ts';
import type { AccountClient } from '../../../tests/support/accounts/account-client.ts';
import { addFiring } from '../../../tests/support/alerts/alert-rows.ts';
import { makeBrowserKeys } from '../../../tests/support/alerts/push-rows.ts';
import { createSqliteDatabase } from '../../../tests/support/databases.ts';
import { fakeNow } from '../../../tests/support/market/fake-market.ts';
import { createPauseLinks } from './pause-links.ts';

describe('/api/alerts delivery', () => {
  const site = sharedAccountApp(createSqliteDatabase);
  let ada: AccountClient;
  let people = 0;

  beforeEach(async () => {
    ada = await makeUser();
  });

  const newEmail = () => `person-${++people}@example.com`;
  const makeUser = () => site.member(newEmail());
  const idOf = async (client: AccountClient) => (await client.call('GET', '/api/auth/me')).body.id as string;
  const unseen = async (client = ada) => (await client.call('GET', '/api/alerts/unseen')).body;

  describe('the history', () => {
    const read = async (before?: number, client = ada) =>
      (await client.call('GET', `/api/alerts/history${before === undefined ? '' : `?before=${before}`}`))
        .body as { firings: { number: number }[]; nextBefore: number | null };

    it('is empty at first', async () => {
      expect(await read()).toEqual({ firings: [], nextBefore: null });
      expect(await unseen()).toEqual({ count: 0 });
    });

    it('lists firings with the time of the crossing and of its detection', async () => {
      const fired = await addFiring(site.db, await idOf(ada), { note: 'Sell' });
      expect((await read()).firings).toEqual([
        {
          id: fired.id,
          number: fired.number,
          alertId: fired.alert_id,
          coinId: 'bitcoin',
          symbol: 'btc',
          name: 'Bitcoin',
          condition: 'price_above',
          threshold: '110',
          price: '112.5',
          currency: 'usd',
          change24h: '3.456',
          source: 'coingecko',
          crossedAfter: new Date(fakeNow).toISOString(),
          crossedBy: new Date(fakeNow + 360_000).toISOString(),
          firedAt: new Date(fakeNow + 720_000).toISOString(),
          note: 'Sell',
          seen: false,
        },
      ]);
    });

    it('is paginated, newest first, without duplicates', async () => {
      const userId = await idOf(ada);
      const numbers: number[] = [];
      for (let count = 0; count < 101; count++) numbers.push((await addFiring(site.db, userId)).number);
      const first = await read();
      const second = await read(first.nextBefore!);
      const third = await read(second.nextBefore!);
      expect([first, second, third].map(({ firings }) => firings.length)).toEqual([50, 50, 1]);
      expect(third.nextBefore).toBeNull();
      const all = [first, second, third].flatMap(({ firings }) => firings.map(({ number }) => number));
      expect(all).toEqual(numbers.reverse());
    });

    it('is marked as seen up to a number', async () => {
      const userId = await idOf(ada);
      const [shown, , later] = [
        await addFiring(site.db, userId),
        await addFiring(site.db, await idOf(await makeUser())),
        await addFiring(site.db, userId),
      ];
      expect(await unseen()).toEqual({ count: 2 });
      const marked = await ada.call('POST', '/api/alerts/history/seen', { upTo: shown.number });
      expect([marked.status, marked.body]).toEqual([200, { count: 1 }]);
      expect((await read()).firings).toMatchObject([
        { number: later.number, seen: false },
        { number: shown.number, seen: true },
      ]);
    });

    it('belongs to one user', async () => {
      const fired = await addFiring(site.db, await idOf(ada));
      const eve = await makeUser();
      expect((await read(undefined, eve)).firings).toEqual([]);
      await eve.call('POST', '/api/alerts/history/seen', { upTo: fired.number });
      expect(await unseen()).toEqual({ count: 1 });
    });

    it.each(['0', '-1', '1.5', 'x', '1e400'])('refuses to begin before %j', async (before) => {
      const answer = await ada.call('GET', `/api/alerts/history?before=${before}`);
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    });
  });

  describe('the settings', () => {
    it('are on by default, and switched separately', async () => {
      const on = { inApp: true, email: true, push: true, pushHere: false };
      expect((await ada.call('GET', '/api/alerts/settings')).body).toEqual(on);
      const answer = await ada.call('PUT', '/api/alerts/settings', { email: false });
      expect([answer.status, answer.body]).toEqual([200, { ...on, email: false }]);
      await ada.call('PUT', '/api/alerts/settings', { inApp: false });
      await ada.call('PUT', '/api/alerts/settings', { email: true });
      await ada.call('PUT', '/api/alerts/settings', {});
      expect((await ada.call('GET', '/api/alerts/settings')).body).toEqual({ ...on, inApp: false });
    });

    it('refuse unknown fields and values', async () => {
      for (const body of [{ email: 'no' }, { pushHere: true }, { sms: true }]) {
        expect((await ada.call('PUT', '/api/alerts/settings', body)).status).toBe(400);
      }
    });
  });

  describe('a browser that accepts push messages', () => {
    const subscribe = (client: AccountClient, parts: object = {}) => {
      const { p256dh, auth } = makeBrowserKeys();
      const subscription = { endpoint: `https://push.example/${Math.random()}`, keys: { p256dh, auth } };
      return client.call('POST', '/api/alerts/push/subscriptions', { ...subscription, ...parts });
    };
    const endpoint = 'https://push.example/browser';
    const isSubscribed = async (client: AccountClient) =>
      (await client.call('GET', '/api/alerts/settings')).body.pushHere;

    it('gets the public key of this installation', async () => {
      const { body } = await ada.call('GET', '/api/alerts/push/key');
      expect(body).toEqual({ publicKey: expect.stringMatching(/^B[\w-]{86}$/) });
      expect((await (await makeUser()).call('GET', '/api/alerts/push/key')).body).toEqual(body);
    });

    it('is subscribed until it unsubscribes', async () => {
      const answer = await subscribe(ada, { endpoint, expirationTime: null });
      expect([answer.status, answer.body]).toEqual([
        201,
        { inApp: true, email: true, push: true, pushHere: true },
      ]);
      for (let time = 0; time < 2; time++) {
        expect((await ada.call('DELETE', '/api/alerts/push/subscriptions', { endpoint })).status).toBe(204);
      }
      expect(await isSubscribed(ada)).toBe(false);
    });

    it('is unsubscribed when it signs out', async () => {
      const email = newEmail();
      const [one, other] = [await site.member(email), site.browser()];
      site.pass(120_000);
      await other.signIn(email);
      await other.verify(email, await site.codeTo(email));
      await subscribe(one);
      await subscribe(other);
      expect([await isSubscribed(one), await isSubscribed(other)]).toEqual([true, true]);
      expect((await one.call('POST', '/api/auth/signout')).status).toBe(204);
      const userId = await idOf(other);
      const left = site.db.selectFrom('push_subscriptions').select('id').where('user_id', '=', userId);
      expect(await left.execute()).toHaveLength(1);
      expect(await isSubscribed(other)).toBe(true);
    });

    it('stays subscribed when its user signs in again to confirm that it is them', async () => {
      const email = newEmail();
      const [client, other] = [await site.member(email), site.browser()];
      await subscribe(client);
      site.pass(120_000);
      await client.signIn(email);
      expect((await client.verify(email, await site.codeTo(email))).status).toBe(200);
      expect(await isSubscribed(client)).toBe(true);
      site.pass(120_000);
      await other.signIn(email);
      await other.verify(email, await site.codeTo(email));
      expect([await isSubscribed(client), await isSubscribed(other)]).toEqual([true, false]);
    });

    it('has one subscription, whoever signs in there', async () => {
      await subscribe(ada, { endpoint });
      await subscribe(ada, { endpoint });
      const eve = await makeUser();
      await subscribe(eve, { endpoint });
      expect([await isSubscribed(ada), await isSubscribed(eve)]).toEqual([false, true]);
      await subscribe(eve);
      const userId = await idOf(eve);
      const left = site.db.selectFrom('push_subscriptions').select('endpoint').where('user_id', '=', userId);
      expect(await left.execute()).toHaveLength(1);
      expect((await left.execute())[0]!.endpoint).not.toBe(endpoint);
    });

    it('cannot be unsubscribed by another user', async () => {
      await subscribe(ada, { endpoint });
      const eve = await makeUser();
      await eve.call('DELETE', '/api/alerts/push/subscriptions', { endpoint });
      expect(await isSubscribed(ada)).toBe(true);
    });

    it('needs a verified address', async () => {
      const unverified = site.browser();
      await unverified.signUp(newEmail());
      const answer = await subscribe(unverified);
      expect([answer.status, answer.body.code]).toEqual([403, 'verification_required']);
    });

    it.each([
      ['http://push.example/1', 'Must be an https address'],
      ['https://127.0.0.1/1', 'Must be the address of a push service'],
      ['https://[::1]/1', 'Must be the address of a push service'],
      ['https://2130706433/1', 'Must be the address of a push service'],
      ['https://localhost/1', 'Must be the address of a push service'],
      ['https://push.example:8443/1', 'Must be the address of a push service'],
      ['https://user:word@push.example/1', 'Must be the address of a push service'],
      ['nonsense', 'Must be an https address'],
    ])('refuses the endpoint %s', async (address, message) => {
      const answer = await subscribe(ada, { endpoint: address });
      expect([answer.status, answer.body.issues]).toEqual([400, [{ path: 'endpoint', message }]]);
    });

    it('stores an endpoint normalized, so that PostgreSQL can index it, or refuses it as too long', async () => {
      const ada = await makeUser();
      const odd = 'https://push.example/\u0000\u65e5';
      expect((await subscribe(ada, { endpoint: odd })).status).toBe(201);
      const stored = site.db.selectFrom('push_subscriptions').select('endpoint');
      const rows = await stored.where('user_id', '=', await idOf(ada)).execute();
      expect(rows).toEqual([{ endpoint: 'https://push.example/%00%E6%97%A5' }]);
      expect((await ada.call('DELETE', '/api/alerts/push/subscriptions', { endpoint: odd })).status).toBe(
        204,
      );
      expect(await stored.where('user_id', '=', await idOf(ada)).execute()).toEqual([]);
      const long = `https://push.example/${'\u65e5'.repeat(1900)}`;
      expect((await subscribe(ada, { endpoint: long })).status).toBe(400);
    });

    it('refuses invalid keys', async () => {
      const keys = { ...makeBrowserKeys(), curve: undefined };
      const off = { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') };
      for (const wrong of [off, { ...keys, auth: 'short' }, { ...keys, p256dh: 'x' }]) {
        expect((await subscribe(ada, { keys: wrong })).status).toBe(400);
      }
    });
  });

  describe('the link in an e-mail about an alert', () => {
    const body = { coinId: 'bitcoin', symbol: 'BTC', name: 'Bitcoin', condition: 'price_above' };
    const pauseLinks = createPauseLinks(testSecret);
    const pause = (client: AccountClient, token: string, headers = {}) =>
      client.call('POST', '/api/alerts/pause', { token }, headers);

    /** An alert and the token in an e-mail about it. */
    async function makeLinked() {
      const { id } = (await ada.call('POST', '/api/alerts', { ...body, threshold: '110' })).body;
      const token = pauseLinks.sign(id as string);
      return { id, token };
    }
    const statusOf = async (id: unknown) => {
      const alerts = (await ada.call('GET', '/api/alerts')).body as unknown as {
        id: string;
        status: string;
      }[];
      return alerts.find((alert) => alert.id === id)?.status;
    };

    it('pauses that alert for anyone who has it, and shows no more than the e-mail', async () => {
      const { id, token } = await makeLinked();
      const { id: other } = await makeLinked();
      const shown = {
        ...{ symbol: 'bit', name: 'Bitcoin' },
        ...{ condition: 'price_above', threshold: '110', currency: 'usd' },
      };
      let wasActive = true;
      for (const client of [site.browser(), site.plainClient(), await makeUser()]) {
        const answer = await pause(client, token);
        expect([answer.status, answer.body]).toEqual([200, { ...shown, status: 'paused', wasActive }]);
        wasActive = false;
      }
      expect([await statusOf(id), await statusOf(other)]).toEqual(['paused', 'active']);
    });

    it('leaves a triggered alert unchanged', async () => {
      const { id, token } = await makeLinked();
      await site.db
        .updateTable('alerts')
        .set({ status: 'triggered' })
        .where('id', '=', id as string)
        .execute();
      expect((await pause(site.browser(), token)).body).toMatchObject({
        status: 'triggered',
        wasActive: false,
      });
      expect(await statusOf(id)).toBe('triggered');
    });

    it('does nothing from another site, with a wrong signature, or for a deleted alert', async () => {
      const { id, token } = await makeLinked();
      const foreign = await pause(site.browser(), token, { 'sec-fetch-site': 'cross-site' });
      expect([foreign.status, foreign.body.code]).toEqual([403, 'forbidden']);
      const { id: other } = await makeLinked();
      const moved = token.replace(String(id), String(other));
      expect((await pause(site.browser(), moved)).body).toMatchObject({ code: 'invalid_request' });
      expect([await statusOf(id), await statusOf(other)]).toEqual(['active', 'active']);
      await ada.call('DELETE', `/api/alerts/${id}`);
      expect((await pause(site.browser(), token)).status).toBe(404);
    });
  });
});
