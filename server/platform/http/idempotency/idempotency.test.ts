import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AccountApp, createAccountApp, minute } from '../../../../tests/support/accounts/account-app.ts';
import type { AccountClient } from '../../../../tests/support/accounts/account-client.ts';
import { createBareApp } from '../../../../tests/support/bare-app.ts';
import { countTurns } from '../../../../tests/support/count-turns.ts';
import { type TestDatabase, testDatabases } from '../../../../tests/support/databases.ts';
import { FakeMarket, fakeCoin, fakeSnapshot } from '../../../../tests/support/market/fake-market.ts';
import { createIdempotencyStore } from './idempotency-store.ts';
import { idempotentConfig } from './idempotent-route.ts';
import { keyLifeMs, repeatAnswers } from './repeat-answers.ts';

const bitcoin = { coinId: 'bitcoin', symbol: 'BTC', name: 'Bitcoin' };
const bodies = {
  '/api/watchlist': bitcoin,
  '/api/portfolio': { ...bitcoin, amount: '1' },
  '/api/portfolios': { name: 'Savings' },
  '/api/alerts': { ...bitcoin, condition: 'price_above', threshold: '1000000', note: 'dear diary' },
} as const;
const paths = Object.keys(bodies) as (keyof typeof bodies)[];

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`Idempotency-Key on ${name}`, () => {
    let database: TestDatabase;
    let site: AccountApp;
    let ada: AccountClient;

    beforeEach(async () => {
      database = await create();
      const market = new FakeMarket(fakeSnapshot({ coins: [fakeCoin('bitcoin')] }));
      site = await createAccountApp(database, { DEFAULT_TIER: 'premium', AUTH_RATE_LIMIT: 'off' }, market);
      ada = await site.member('ada@example.com');
    });
    afterEach(async () => {
      await site.app.close();
      await database.remove();
    });

    const post = (path: keyof typeof bodies, key: string, body: object = bodies[path], client = ada) =>
      client.call('POST', path, body, { 'idempotency-key': key });
    const count = async (path: string) => ((await ada.call('GET', path)).body as unknown as unknown[]).length;

    it.each(paths)('gives a repeat the same response and adds nothing: POST %s', async (path) => {
      const first = await post(path, '"a-key"');
      expect(first.status).toBe(201);
      const added = await count(path);
      site.pass(keyLifeMs - 1);
      const again = await post(path, '"a-key"');
      expect([again.status, again.text]).toEqual([201, first.text]);
      expect(again.headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': first.headers['content-type'],
      });
      expect(await count(path)).toBe(added);
    });

    it('covers batches of transactions', async () => {
      const [main] = (await ada.call('GET', '/api/portfolios')).body as unknown as { id: string }[];
      const path = `/api/portfolios/${main!.id}/transactions`;
      const one = { type: 'buy', occurredAt: '2024-01-01T00:00:00Z', in: { coinId: 'bitcoin', amount: '1' } };
      const add = (body: object) => ada.call('POST', path, body, { 'idempotency-key': 'batch' });
      const answers = await Promise.all([1, 2, 3].map(() => add({ transactions: [one, one] })));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect((await add({ transactions: [one] })).status).toBe(409);
      expect((await ada.call('GET', path)).body.total).toBe(2);
    });

    it('lets one of several concurrent repeats add, and the others wait for its response', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => post('/api/alerts', 'k')));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(await count('/api/alerts')).toBe(1);
    });

    it('executes a waiting repeat if the first request changes nothing', async () => {
      const unknown = { ...bitcoin, coinId: 'no-such-coin' };
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => post('/api/watchlist', 'k', unknown)),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    });

    it('refuses the key with another body or on another route', async () => {
      await post('/api/alerts', 'k');
      for (const answer of [
        await post('/api/alerts', 'k', { ...bodies['/api/alerts'], threshold: '2000000' }),
        await post('/api/watchlist', 'k'),
      ]) {
        expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
        expect(answer.body.message).toContain('Idempotency-Key');
      }
      expect([await count('/api/alerts'), await count('/api/watchlist')]).toEqual([1, 0]);
    });

    it('refuses the key for another portfolio', async () => {
      const savings = (await ada.call('POST', '/api/portfolios', { name: 'Savings' })).body as { id: string };
      const [main] = (await ada.call('GET', '/api/portfolios')).body as unknown as { id: string }[];
      const one = { type: 'buy', occurredAt: '2024-01-01T00:00:00Z', in: { coinId: 'bitcoin', amount: '1' } };
      const add = (id: string) =>
        ada.call('POST', `/api/portfolios/${id}/transactions`, one, { 'idempotency-key': 'k' });
      expect([(await add(main!.id)).status, (await add(savings.id)).status]).toEqual([201, 409]);
    });

    it('belongs to its account, for 24 hours', async () => {
      const eve = await site.member('eve@example.com');
      const first = await post('/api/alerts', 'k');
      const hers = await post('/api/alerts', 'k', undefined, eve);
      expect(hers.status).toBe(201);
      expect(hers.body.id).not.toBe(first.body.id);
      site.pass(keyLifeMs);
      expect((await post('/api/alerts', 'k')).body.id).not.toBe(first.body.id);
      expect(await count('/api/alerts')).toBe(2);
    });

    it('may be used again after a request that changed nothing', async () => {
      const unknown = { ...bitcoin, coinId: 'no-such-coin' };
      expect((await post('/api/watchlist', 'k', unknown)).status).toBe(404);
      expect((await post('/api/watchlist', 'k')).status).toBe(201);
    });

    it('does not execute an interrupted request again', async () => {
      await post('/api/alerts', 'k');
      await site.db.updateTable('idempotency_keys').set({ status: null, body: null }).execute();
      site.pass(2 * minute);
      const later = await post('/api/alerts', 'k');
      expect(later).toMatchObject({ status: 409, body: { code: 'conflict' } });
      expect(later.body.message).toContain('interrupted');
      expect(await count('/api/alerts')).toBe(1);
    });

    it.each([
      ['empty', ''],
      ['of 256 characters', 'x'.repeat(256)],
      ['with a space', 'a b'],
      ['with other letters', 'schlüssel'],
    ])('is refused if it is %s', async (_, key) => {
      const answer = await post('/api/alerts', key);
      expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: 'idempotency-key' }] } });
      expect(await count('/api/alerts')).toBe(0);
    });

    it('may have 255 characters, and is stored without its text or the request', async () => {
      const key = '~'.repeat(255);
      expect((await post('/api/alerts', key)).status).toBe(201);
      const [row] = await site.db.selectFrom('idempotency_keys').selectAll().execute();
      expect(row!.key_hash + row!.request_hash).not.toMatch(/~|diary/);
    });

    it('is swept after it has expired, and deleted with its account', async () => {
      const store = createIdempotencyStore(site.db);
      const keys = () => site.db.selectFrom('idempotency_keys').select('status').execute();
      await post('/api/alerts', 'old');
      site.pass(1);
      await post('/api/alerts', 'new');
      await store.removeOlder(site.clock.now() - 1);
      expect(await keys()).toHaveLength(1);
      await site.db.deleteFrom('users').execute();
      expect(await keys()).toHaveLength(0);
    });

    it('stays claimed by the first of two late repeats, even if the other saw the expired one', async () => {
      const store = createIdempotencyStore(site.db);
      const { id } = await site.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
      const row = { key_hash: 'k', user_id: id, request_hash: '' };
      await store.add({ ...row, created_at: 1 });
      await store.remove('k', 1);
      await store.add({ ...row, created_at: 2 });
      await store.remove('k', 1);
      expect(await store.find('k')).toMatchObject({ created_at: 2 });
    });

    it('is known under the previous secret too, while that is being replaced', async () => {
      const { id } = await site.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
      const [old, current] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
      let executed = 0;
      const send = async (keys: [Buffer, ...Buffer[]], payload: object) => {
        const app = createBareApp();
        const store = createIdempotencyStore(site.db);
        repeatAnswers(app, { store, keys, clock: site.clock, userOf: () => ({ id }) });
        app.post('/', { config: idempotentConfig }, async () => ({ executed: ++executed }));
        const answer = await app.inject({
          ...{ method: 'POST', url: '/', payload },
          headers: { 'idempotency-key': 'k' },
        });
        return [answer.statusCode, answer.body];
      };
      const first = await send([old], { a: 1 });
      expect(await send([current, old], { a: 1 })).toEqual(first);
      expect((await send([current, old], { a: 2 }))[0]).toBe(409);
      expect(executed).toBe(1);
    });

    it('is kept only for the newest requests of an account with very many', async () => {
      const eve = await site.member('eve@example.com');
      await post('/api/watchlist', 'hers', bitcoin, eve);
      for (const key of ['first', 'second', 'third']) {
        site.pass(1);
        await post('/api/portfolios', key, { name: key });
      }
      await createIdempotencyStore(site.db).removeExcess(2);
      const rows = await site.db
        .selectFrom('idempotency_keys')
        .select('body')
        .orderBy('created_at')
        .execute();
      expect(rows.map(({ body }) => JSON.parse(body!).name)).toEqual(['Bitcoin', 'second', 'third']);
    });

    it('is swept yielding to other calls in between', async () => {
      const store = createIdempotencyStore(site.db);
      const { id } = await site.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
      const rows = Array.from({ length: 1000 }, (_, number) => ({
        ...{ key_hash: `${number}`, user_id: id, request_hash: '', status: 201, body: '{}' },
        created_at: site.clock.now() + number,
      }));
      await site.db.insertInto('idempotency_keys').values(rows).execute();
      const [, ofExcess] = await countTurns(store.removeExcess(500));
      const count = async () =>
        (await site.db.selectFrom('idempotency_keys').select('status').execute()).length;
      expect(await count()).toBe(500);
      const [, ofOlder] = await countTurns(store.removeOlder(site.clock.now() + 1000));
      expect(await count()).toBe(0);
      expect(Math.min(ofExcess, ofOlder)).toBeGreaterThanOrEqual(2);
    });

    describe('for long responses', () => {
      const one = { type: 'buy', occurredAt: '2024-01-01T00:00:00Z', in: { coinId: 'bitcoin', amount: '1' } };
      const batch = { transactions: Array.from({ length: 50 }, () => one) };
      const add = async (key: string) => {
        const [main] = (await ada.call('GET', '/api/portfolios')).body as unknown as { id: string }[];
        return ada.call('POST', `/api/portfolios/${main!.id}/transactions`, batch, {
          'idempotency-key': key,
        });
      };

      it('keeps them compressed, byte for byte', async () => {
        const first = await add('k');
        const [row] = await site.db.selectFrom('idempotency_keys').select('body').execute();
        expect(row!.body!.length).toBeLessThan(first.text.length / 3);
        expect((await add('k')).text).toBe(first.text);
      });

      it('keeps a limited number of bytes per account; beyond it, a repeat adds nothing and says so', async () => {
        const keys = ['first', 'second', 'third'];
        for (const key of keys) {
          site.pass(1);
          expect((await add(key)).status).toBe(201);
        }
        const rows = await site.db.selectFrom('idempotency_keys').selectAll().orderBy('created_at').execute();
        const { key_hash, status, body } = rows[2]!;
        const answer = { status: status!, body: 'x'.repeat(4096) };
        await createIdempotencyStore(site.db, 2 * body!.length).finish(key_hash, answer);
        const kept = await site.db
          .selectFrom('idempotency_keys')
          .select('body')
          .orderBy('created_at')
          .execute();
        expect(kept.map((row) => row.body === null)).toEqual([true, false, false]);
        const again = await add('first');
        expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } });
        expect(again.body.message).toContain('took effect');
        const [main] = (await ada.call('GET', '/api/portfolios')).body as unknown as { id: string }[];
        expect((await ada.call('GET', `/api/portfolios/${main!.id}/transactions`)).body.total).toBe(150);
      });
    });

    it('is ignored on other routes', async () => {
      const headers = { 'idempotency-key': 'k' };
      for (let time = 0; time < 2; time += 1)
        expect((await ada.call('GET', '/api/watchlist', undefined, headers)).status).toBe(200);
      expect((await site.plainClient().call('POST', '/api/watchlist', bitcoin, headers)).status).toBe(401);
    });
  });
}
