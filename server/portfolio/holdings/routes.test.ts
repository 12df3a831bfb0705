import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPositiveDecimal } from '#contract/decimal.ts';
import type { Holding } from '#contract/portfolio.ts';
import type { Database } from '#server/platform/database/database.ts';
import { testDatabases } from '../../../tests/support/databases.ts';
import { useMigratedDatabase } from '../../../tests/support/migrated-database.ts';
import { insertOpenings } from '../../../tests/support/portfolio/opening-rows.ts';
import { createPortfolioApp, type PortfolioApp } from '../../../tests/support/portfolio/portfolio-app.ts';

const bitcoin = { coinId: 'bitcoin', symbol: 'BTC', name: 'whatever' };
const mustBePositive = 'Must be a positive number';

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`/api/portfolio on ${name}`, () => {
    let db: Database;
    let server: PortfolioApp;

    useMigratedDatabase(create, (opened) => {
      db = opened;
      server = createPortfolioApp(db);
    });

    const add = (userId: string, body: object) =>
      server.call(userId, 'POST', '/api/portfolio', { ...bitcoin, ...body });
    const list = async (userId: string) =>
      (await server.call(userId, 'GET', '/api/portfolio')).json<Holding[]>();

    it('adds to the oldest portfolio, with the market’s symbol and name', async () => {
      const { userId, main } = await server.addUser();
      const answer = await add(userId, { amount: '0.250', purchasePrice: null });
      expect(answer.statusCode).toBe(201);
      expect(answer.json()).toEqual({
        id: expect.any(String),
        portfolioId: main.id,
        coinId: 'bitcoin',
        symbol: 'bit',
        name: 'Bitcoin',
        amount: '0.250',
        purchasePrice: null,
        createdAt: expect.any(String),
      });
      expect(await list(userId)).toEqual([answer.json()]);
    });

    it('adds to the given portfolio, which must be the user’s', async () => {
      const { userId } = await server.addUser('pro');
      const other = await server.addUser();
      const second = (await server.call(userId, 'POST', '/api/portfolios', { name: 'B' })).json();
      const answer = await add(userId, { amount: '1', portfolioId: second.id });
      expect([answer.statusCode, answer.json().portfolioId]).toEqual([201, second.id]);
      expect(await list(userId)).toEqual([]);
      const listed = await server.call(userId, 'GET', `/api/portfolio?portfolioId=${second.id}`);
      expect(listed.json()).toEqual([answer.json()]);
      expect((await add(userId, { amount: '1', portfolioId: other.main.id })).statusCode).toBe(404);
      expect(await list(other.userId)).toEqual([]);
    });

    it('changes and deletes a holding', async () => {
      const { userId } = await server.addUser();
      const holding = (await add(userId, { amount: '1', purchasePrice: '5' })).json();
      const url = `/api/portfolio/${holding.id}`;
      const put = (body: object) => server.call(userId, 'PUT', url, body);
      expect((await put({ amount: '2.0', purchasePrice: null })).json()).toEqual({
        ...holding,
        amount: '2.0',
        purchasePrice: null,
      });
      expect((await put({ purchasePrice: '7' })).json()).toMatchObject({ amount: '2.0', purchasePrice: '7' });
      expect((await put({})).json().issues).toEqual([{ path: 'amount', message: 'Amount is required' }]);
      expect((await put({ amount: '0' })).json().issues).toEqual([
        { path: 'amount', message: mustBePositive },
      ]);
      expect((await put({ amount: '1', coinId: 'ethereum' })).statusCode).toBe(400);
      expect((await server.call(userId, 'DELETE', url)).statusCode).toBe(204);
      expect((await server.call(userId, 'DELETE', url)).statusCode).toBe(404);
      expect((await put({ amount: '3' })).statusCode).toBe(404);
      expect(await list(userId)).toEqual([]);
    });

    it('answers 404 for another user’s holding', async () => {
      const [mine, other] = [await server.addUser(), await server.addUser('premium')];
      const holding = (await add(mine.userId, { amount: '1' })).json();
      const url = `/api/portfolio/${holding.id}`;
      expect((await server.call(other.userId, 'PUT', url, { amount: '9' })).statusCode).toBe(404);
      expect((await server.call(other.userId, 'DELETE', url)).statusCode).toBe(404);
      expect(await list(mine.userId)).toEqual([holding]);
    });

    it('refuses a coin the market does not have', async () => {
      const { userId } = await server.addUser();
      expect((await add(userId, { coinId: 'made-up', amount: '1' })).statusCode).toBe(404);
      expect(await list(userId)).toEqual([]);
    });

    it.each([
      [{ amount: undefined }, 'amount', 'Amount is required'],
      [{ amount: '' }, 'amount', 'Amount is required'],
      [{ amount: '1', coinId: '' }, 'coinId', 'Please select a cryptocurrency'],
      [{ amount: '1', symbol: '' }, 'symbol', 'Symbol is required'],
      [{ amount: '1', name: '' }, 'name', 'Name is required'],
      [{ amount: '1', purchasePrice: '' }, 'purchasePrice', mustBePositive],
      [{ amount: '1', purchasePrice: '0' }, 'purchasePrice', mustBePositive],
      [{ amount: '1', portfolioId: 'a\u0000' }, 'portfolioId', 'Must be an id'],
      [{ amount: '1', extra: true }, '', 'Unrecognized key: "extra"'],
    ])('refuses %j', async (body, path, message) => {
      const { userId } = await server.addUser();
      const answer = await add(userId, body);
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
      expect(answer.json().issues).toEqual([{ path, message }]);
      expect(answer.json().message).toBe(message);
    });

    it.each(['1e3', '0x1', 'Infinity', 'NaN', '1,5', '１', '+1', '-1', ' 1', '1 ', '0'])(
      'refuses %j as an amount and as a price',
      async (text) => {
        const { userId } = await server.addUser();
        const answer = await add(userId, { amount: text, purchasePrice: text });
        expect([answer.statusCode, answer.json().issues]).toEqual([
          400,
          [
            { path: 'amount', message: mustBePositive },
            { path: 'purchasePrice', message: mustBePositive },
          ],
        ]);
      },
    );

    it('says that a number is too long', async () => {
      const { userId } = await server.addUser();
      const answer = await add(userId, { amount: '1234567890123', purchasePrice: '0.1234567890123456789' });
      const message = 'Must have at most 12 digits before the point and 18 after it';
      expect([answer.statusCode, answer.json().issues]).toEqual([
        400,
        [
          { path: 'amount', message },
          { path: 'purchasePrice', message },
        ],
      ]);
    });

    it('allows a thousand in a portfolio on any plan', async () => {
      const { userId, main } = await server.addUser('premium');
      const row = (await add(userId, { amount: '1' })).json();
      await insertOpenings(db, main.id, 998);
      expect((await add(userId, { amount: '1' })).statusCode).toBe(201);
      const answer = await add(userId, { amount: '1' });
      expect([answer.statusCode, answer.json()]).toEqual([
        409,
        { code: 'conflict', message: 'A portfolio has room for 1,000 positions.' },
      ]);
      await server.call(userId, 'DELETE', `/api/portfolio/${row.id}`);
      expect((await add(userId, { amount: '1' })).statusCode).toBe(201);
    });

    it('returns decimals byte for byte', async () => {
      const { userId } = await server.addUser();
      const decimal = fc
        .tuple(fc.stringMatching(/^[0-9]{1,12}$/), fc.option(fc.stringMatching(/^[0-9]{1,18}$/)))
        .map(([whole, fraction]) => (fraction === null ? whole : `${whole}.${fraction}`))
        .filter(isPositiveDecimal);
      await fc.assert(
        fc.asyncProperty(decimal, fc.option(decimal), async (amount, purchasePrice) => {
          const answer = await add(userId, { amount, purchasePrice });
          expect(answer.json()).toMatchObject({ amount, purchasePrice });
          expect((await list(userId)).at(-1)).toEqual(answer.json());
          await server.call(userId, 'DELETE', `/api/portfolio/${answer.json().id}`);
        }),
        { numRuns: 60 },
      );
    });

    it('answers any input with success or a refusal, never with a server error', async () => {
      const { userId, main } = await server.addUser();
      const text = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('1', 'bitcoin', main.id, '\u0000', '\ud800'),
      );
      const value = fc.oneof(text, fc.jsonValue());
      const keys = ['coinId', 'symbol', 'name', 'amount', 'purchasePrice', 'portfolioId'];
      const body = fc.oneof(
        fc.dictionary(fc.constantFrom(...keys), value),
        fc.record(Object.fromEntries(keys.map((key) => [key, value])), { requiredKeys: [] }),
      );
      const id = fc.oneof(
        fc.constant(main.id),
        fc.string({ unit: 'binary' }).filter((part) => part.isWellFormed()),
      );
      await fc.assert(
        fc.asyncProperty(body, id, async (payload, part) => {
          const at = encodeURIComponent(part);
          const answers = await Promise.all([
            server.call(userId, 'POST', '/api/portfolio', payload),
            server.call(userId, 'PUT', `/api/portfolio/${at}`, payload),
            server.call(userId, 'DELETE', `/api/portfolio/${at}`),
            server.call(userId, 'GET', `/api/portfolio?portfolioId=${at}`),
            server.call(userId, 'PUT', `/api/portfolios/${at}`, { name: part }),
          ]);
          expect(Math.max(...answers.map(({ statusCode }) => statusCode))).toBeLessThan(500);
        }),
        { numRuns: 100 },
      );
    });
  });
}
