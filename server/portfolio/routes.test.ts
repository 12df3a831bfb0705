import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { createSqliteDatabase, type TestDatabase } from '../../tests/support/databases.ts';
import { createPortfolioApp, type PortfolioApp } from '../../tests/support/portfolio/portfolio-app.ts';

describe('/api/portfolios', () => {
  let database: TestDatabase;
  let db: Database;
  let server: PortfolioApp;

  beforeAll(async () => {
    database = await createSqliteDatabase();
    db = await database.open();
    await migrateDatabase(db);
    server = createPortfolioApp(db);
  });
  afterAll(() => database.remove());

  it('has Main initially', async () => {
    const { userId, main } = await server.addUser();
    const answer = await server.call(userId, 'GET', '/api/portfolios');
    expect([answer.statusCode, answer.json()]).toEqual([200, [main]]);
    expect(main.name).toBe('Main');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('creates, renames and deletes', async () => {
    const { userId, main } = await server.addUser('pro');
    const made = await server.call(userId, 'POST', '/api/portfolios', { name: '  Cold storage ' });
    expect([made.statusCode, made.json().name]).toEqual([201, 'Cold storage']);
    const { id } = made.json();
    const renamed = await server.call(userId, 'PUT', `/api/portfolios/${id}`, { name: 'Vault' });
    expect([renamed.statusCode, renamed.json()]).toEqual([200, { ...made.json(), name: 'Vault' }]);
    expect((await server.call(userId, 'DELETE', `/api/portfolios/${id}`)).statusCode).toBe(204);
    expect((await server.call(userId, 'DELETE', `/api/portfolios/${id}`)).statusCode).toBe(404);
    expect((await server.call(userId, 'GET', '/api/portfolios')).json()).toEqual([main]);
  });

  it('keeps the last one', async () => {
    const { userId, main } = await server.addUser();
    const answer = await server.call(userId, 'DELETE', `/api/portfolios/${main.id}`);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflict']);
  });

  it('allows one on the free plan and five on Pro', async () => {
    for (const [tier, limit] of [
      ['free', 1],
      ['pro', 5],
    ] as const) {
      const { userId } = await server.addUser(tier);
      const add = () => server.call(userId, 'POST', '/api/portfolios', { name: 'Next' });
      for (let count = 1; count < limit; count += 1) expect((await add()).statusCode).toBe(201);
      const refused = await add();
      expect(refused.statusCode).toBe(403);
      expect(refused.json()).toEqual({
        code: 'limit_reached',
        message: expect.stringContaining('limit'),
        limitType: 'portfolio',
        limit,
        tier,
      });
      expect((await server.call(userId, 'GET', '/api/portfolios')).json()).toHaveLength(limit);
    }
  });

  it('deletes nothing on a downgrade: portfolios over the limit can be seen, changed and removed', async () => {
    const { userId, main } = await server.addUser('pro');
    const { id } = (await server.call(userId, 'POST', '/api/portfolios', { name: 'Second' })).json();
    await db.updateTable('users').set({ tier: 'free' }).where('id', '=', userId).execute();
    expect((await server.call(userId, 'GET', '/api/portfolios')).json()).toHaveLength(2);
    expect((await server.call(userId, 'PUT', `/api/portfolios/${id}`, { name: 'B' })).statusCode).toBe(200);
    expect((await server.call(userId, 'POST', '/api/portfolios', { name: 'C' })).statusCode).toBe(403);
    expect((await server.call(userId, 'DELETE', `/api/portfolios/${main.id}`)).statusCode).toBe(204);
  });

  it.each([
    [{}, 'name', 'Name is required'],
    [{ name: '' }, 'name', 'Name is required'],
    [{ name: '   ' }, 'name', 'Name is required'],
    [{ name: 'x'.repeat(61) }, 'name', 'Must be at most 60 characters'],
    [{ name: 'a\u0000b' }, 'name', 'Must be plain text'],
    [{ name: 'a\u202Eb' }, 'name', 'Must be plain text'],
    [{ name: 'a\u2028b' }, 'name', 'Must be plain text'],
    [{ name: 'A', tier: 'premium' }, '', 'Unrecognized key: "tier"'],
  ])('refuses %j', async (body, path, message) => {
    const { userId } = await server.addUser('pro');
    const answer = await server.call(userId, 'POST', '/api/portfolios', body);
    expect([answer.statusCode, answer.json().issues]).toEqual([400, [{ path, message }]]);
  });

  it('answers 404 for another user’s portfolio', async () => {
    const [mine, other] = [await server.addUser(), await server.addUser('premium')];
    const url = `/api/portfolios/${mine.main.id}`;
    const answers = await Promise.all([
      server.call(other.userId, 'PUT', url, { name: 'Mine now' }),
      server.call(other.userId, 'DELETE', url),
      server.call(other.userId, 'GET', `${url}/performance`),
      server.call(other.userId, 'GET', `${url}/history?days=7`),
      server.call(other.userId, 'GET', `/api/portfolio?portfolioId=${mine.main.id}`),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404]);
    expect((await server.call(mine.userId, 'GET', '/api/portfolios')).json()).toEqual([mine.main]);
  });

  it('requires a signed-in user', async () => {
    const answers = await Promise.all([
      server.call('', 'GET', '/api/portfolios'),
      server.call('', 'POST', '/api/portfolios', {}),
      server.call('', 'PUT', '/api/portfolios/x', {}),
      server.call('', 'DELETE', '/api/portfolios/x'),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401]);
  });
});
