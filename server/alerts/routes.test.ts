import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Tier } from '#contract/plans.ts';
import { transact } from '#server/platform/database/transact.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { type AccountApp, createAccountApp } from '../../tests/support/accounts/account-app.ts';
import type { AccountClient } from '../../tests/support/accounts/account-client.ts';
import { fakeAlert } from '../../tests/support/alerts/alert-rows.ts';
import { createSqliteDatabase, type TestDatabase } from '../../tests/support/databases.ts';
import {
  FakeMarket,
  fakeCoin,
  fakeDetail,
  fakeNow,
  fakeSnapshot,
} from '../../tests/support/market/fake-market.ts';
import { takeRevisions } from './revision-store.ts';

const bitcoin = { coinId: 'bitcoin', symbol: 'BTC', name: 'Bitcoin' };
const above110 = { ...bitcoin, condition: 'price_above', threshold: '110' };

describe('/api/alerts', () => {
  let files: TestDatabase;
  let site: AccountApp;
  let market: FakeMarket;
  let ada: AccountClient;
  let people = 0;

  beforeAll(async () => {
    files = await createSqliteDatabase();
    market = new FakeMarket();
    site = await createAccountApp(files, { AUTH_RATE_LIMIT: 'off' }, market);
  });
  afterAll(async () => {
    await site.app.close();
    await files.remove();
  });
  beforeEach(async () => {
    market.publish(fakeSnapshot());
    ada = await makeUser();
  });

  async function makeUser(tier: Tier = 'free'): Promise<AccountClient> {
    people += 1;
    const email = `person-${people}@example.com`;
    const client = await site.member(email);
    await site.db.updateTable('users').set({ tier }).where('email', '=', email).execute();
    return client;
  }
  const add = (body: object = {}, client = ada) =>
    client.call('POST', '/api/alerts', { ...above110, ...body });
  const update = (id: unknown, body: object, client = ada) => client.call('PUT', `/api/alerts/${id}`, body);
  const list = async (client = ada) =>
    (await client.call('GET', '/api/alerts')).body as unknown as Record<string, unknown>[];
  const trigger = (id: unknown) =>
    site.db
      .updateTable('alerts')
      .set({ status: 'triggered', triggered_at: fakeNow, triggered_price: '112.5' })
      .where('id', '=', id as string)
      .execute();

  it('answers 201 with the alert, and lists it', async () => {
    expect(await list()).toEqual([]);
    const made = await add({
      note: '  Sell half ',
      threshold: '110.50',
      repeat: 'every',
      cooldownMinutes: 90,
    });
    expect(made.status).toBe(201);
    expect(made.headers['cache-control']).toBe('no-store');
    expect(made.body).toEqual({
      id: expect.any(String),
      coinId: 'bitcoin',
      symbol: 'bit',
      name: 'Bitcoin',
      condition: 'price_above',
      threshold: '110.50',
      currency: 'usd',
      status: 'active',
      note: 'Sell half',
      repeat: 'every',
      cooldownMinutes: 90,
      createdAt: new Date(site.clock.now()).toISOString(),
      triggeredAt: null,
      triggeredPrice: null,
      cooldownUntil: null,
      waitsForRates: false,
    });
    expect(await list()).toEqual([made.body]);
  });

  it('lists newest first, by page', async () => {
    const premium = await makeUser('premium');
    const ids: unknown[] = [];
    for (const threshold of ['110', '120', '130', '140', '150']) {
      ids.unshift((await add({ threshold }, premium)).body.id);
    }
    expect((await list(premium)).map(({ id }) => id)).toEqual(ids);
    const seen: unknown[][] = [];
    let path: string | undefined = '/api/alerts?limit=2';
    while (path !== undefined) {
      const { body, headers } = await premium.call('GET', path);
      seen.push((body as unknown as { id: string }[]).map(({ id }) => id));
      path = /^<(.+)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1];
    }
    expect(seen).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
  });

  it('lists at most a thousand, with a link to the next page', async () => {
    const { id } = (await ada.call('GET', '/api/auth/me')).body as { id: string };
    await addTriggered(id, 1_001);
    const { body, headers } = await ada.call('GET', '/api/alerts');
    expect(body).toHaveLength(1_000);
    const [, next = ''] = /^<(.+)>; rel="next"$/.exec(String(headers.link)) ?? [];
    const last = await ada.call('GET', next);
    expect([(last.body as unknown as unknown[]).length, last.headers.link]).toEqual([1, undefined]);
  });

  it.each(['limit=0', 'limit=1001', 'limit=ten', 'limit=-1', 'cursor=x', 'cursor=1-2', 'cursor='])(
    'refuses the page %s',
    async (query) => {
      const { status, body } = await ada.call('GET', `/api/alerts?${query}`);
      expect([status, body.code, body.issues]).toEqual([400, 'invalid_request', [expect.anything()]]);
    },
  );

  it('allows 10,000, including triggered ones', async () => {
    const { id } = (await ada.call('GET', '/api/auth/me')).body as { id: string };
    await addTriggered(id, 9_999);
    expect((await add()).status).toBe(201);
    const refused = await add();
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    expect(refused.body.message).toContain('10,000');
  });

  async function addTriggered(userId: string, count: number): Promise<void> {
    const triggered = { status: 'triggered', triggered_at: fakeNow, triggered_price: '112.5' } as const;
    for (let first = 0; first < count; first += 500) {
      const length = Math.min(500, count - first);
      await transact(site.db, async (tx) => {
        const revision = await takeRevisions(tx, length);
        const rows = Array.from({ length }, (_, index) => ({
          ...fakeAlert(triggered),
          user_id: userId,
          revision: revision + index,
        }));
        await tx.insertInto('alerts').values(rows).execute();
      });
    }
  }

  it('fires once by default', async () => {
    const { body } = await add({ coinId: 'BITCOIN' });
    expect(body).toMatchObject({ coinId: 'bitcoin', repeat: 'once', cooldownMinutes: 60, note: null });
  });

  it.each([
    [{ coinId: '' }, 'coinId', 'Please select a cryptocurrency'],
    [{ condition: 'price_is' }, 'condition', expect.stringContaining('Invalid option')],
    [{ threshold: undefined }, 'threshold', 'Threshold is required'],
    [{ threshold: '' }, 'threshold', 'Threshold is required'],
    [{ threshold: '0' }, 'threshold', 'Must be a positive number'],
    [{ threshold: 65000 }, 'threshold', expect.stringContaining('string')],
    [
      { condition: 'change_24h_below', threshold: '-100' },
      'threshold',
      'Must be a percentage above -100 and below 1000000',
    ],
    [{ note: 'x'.repeat(201) }, 'note', 'Must be at most 200 characters'],
    [{ note: 'a\nb' }, 'note', 'Must be plain text'],
    [{ cooldownMinutes: 59 }, 'cooldownMinutes', 'Must be at least 60 minutes'],
    [{ whenTrue: 'now' }, 'whenTrue', expect.stringContaining('Invalid option')],
    [{ extra: 1 }, '', 'Unrecognized key: "extra"'],
  ])('refuses %j', async (body, path, message) => {
    const answer = await add(body);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.issues).toEqual([{ path, message }]);
  });

  it('refuses unknown coins, and coins outside the market list', async () => {
    expect((await add({ coinId: 'made-up' })).body).toMatchObject({ code: 'not_found' });
    market.onDemand.details.set('rare', { value: fakeDetail('rare'), fetchedAt: fakeNow, isStale: false });
    const rare = await add({ coinId: 'rare' });
    expect([rare.status, rare.body.issues]).toEqual([
      400,
      [{ path: 'coinId', message: expect.stringContaining('the market list') }],
    ]);
    market.getCoin = () => Promise.reject(new AppError('market_unavailable', 'Not now.'));
    expect((await add({ coinId: 'other' })).status).toBe(503);
    expect((await add()).status).toBe(201);
  });

  it('allows three untriggered alerts on the free plan', async () => {
    const made = [await add(), await add(), await add()];
    const refused = await add();
    expect(refused.status).toBe(403);
    expect(refused.body).toEqual({
      code: 'limit_reached',
      message: expect.stringContaining('limit'),
      limitType: 'alerts',
      limit: 3,
      tier: 'free',
    });
    await update(made[0]!.body.id, { status: 'paused' });
    expect((await add()).status).toBe(403);
    await trigger(made[0]!.body.id);
    expect((await add()).status).toBe(201);
    const again = await update(made[0]!.body.id, { status: 'active' });
    expect(again.body).toMatchObject({ code: 'limit_reached', limitType: 'alerts' });
    expect((await update(made[0]!.body.id, { status: 'paused' })).status).toBe(403);
    expect((await update(made[0]!.body.id, { note: 'Still here' })).status).toBe(200);
    expect((await ada.call('DELETE', `/api/alerts/${made[1]!.body.id}`)).status).toBe(204);
    expect((await update(made[0]!.body.id, { status: 'active' })).status).toBe(200);
  });

  it('deletes nothing when the plan is lowered, but arms nothing beyond the limit', async () => {
    const pro = await makeUser('pro');
    const made = await Promise.all(Array.from({ length: 5 }, () => add({}, pro)));
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const { id } = (await pro.call('GET', '/api/auth/me')).body;
    await site.db
      .updateTable('users')
      .set({ tier: 'free' })
      .where('id', '=', id as string)
      .execute();
    expect(await list(pro)).toHaveLength(5);
    const first = made[0]!.body.id;
    expect((await update(first, { threshold: '120' }, pro)).status).toBe(200);
    await update(first, { status: 'paused' }, pro);
    expect((await update(first, { status: 'active' }, pro)).status).toBe(403);
  });

  it('updates the given fields, pauses, and arms again', async () => {
    const { body: alert } = await add({ note: 'Sell' });
    const paused = await update(alert.id, { status: 'paused', threshold: '120' });
    expect(paused.body).toEqual({ ...alert, status: 'paused', threshold: '120' });
    const active = await update(alert.id, { status: 'active', note: '', whenTrue: 'fire' });
    expect(active.body).toEqual({ ...alert, threshold: '120', note: null });
    expect(await list()).toEqual([active.body]);
    await trigger(alert.id);
    expect(await list()).toMatchObject([
      {
        status: 'triggered',
        triggeredAt: new Date(fakeNow).toISOString(),
        triggeredPrice: '112.5',
      },
    ]);
  });

  it('arms at the current quote', async () => {
    const { body } = await add();
    const asOf = fakeNow + 60_000;
    market.publish(fakeSnapshot({ asOf, coins: [fakeCoin('bitcoin', { current_price: 130 })] }));
    await update(body.id, { threshold: '140' });
    const row = site.db
      .selectFrom('alerts')
      .selectAll()
      .where('id', '=', body.id as string);
    expect(await row.executeTakeFirst()).toMatchObject({ arming: 2, armed_as_of: asOf, armed_price: '130' });
  });

  it('shows the end of the cooldown', async () => {
    const { body } = await add({ repeat: 'every' });
    const setCooldown = (next_allowed_at: number) =>
      site.db
        .updateTable('alerts')
        .set({ next_allowed_at })
        .where('id', '=', body.id as string)
        .execute();
    await setCooldown(site.clock.now() + 1000);
    expect(await list()).toMatchObject([{ cooldownUntil: new Date(site.clock.now() + 1000).toISOString() }]);
    await setCooldown(site.clock.now());
    expect(await list()).toMatchObject([{ cooldownUntil: null }]);
  });

  it.each([
    [{}, '', 'Must change at least one field'],
    [{ status: 'triggered' }, 'status', expect.stringContaining('Invalid option')],
    [{ threshold: '-1' }, 'threshold', 'Must be a positive number'],
    [{ condition: 'change_24h_below' }, 'threshold', 'Threshold is required'],
    [{ coinId: 'ethereum' }, '', 'Unrecognized key: "coinId"'],
  ])('refuses to change it to %j', async (body, path, message) => {
    const { body: alert } = await add();
    const answer = await update(alert.id, body);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.issues).toContainEqual({ path, message });
    expect(await list()).toEqual([alert]);
  });

  it('answers 404 for an alert of another user, or a deleted one', async () => {
    const { body } = await add();
    const eve = await makeUser();
    expect((await update(body.id, { status: 'paused' }, eve)).body).toMatchObject({ code: 'not_found' });
    expect((await eve.call('DELETE', `/api/alerts/${body.id}`)).status).toBe(404);
    expect(await list(eve)).toEqual([]);
    const removed = await ada.call('DELETE', `/api/alerts/${body.id}`);
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect((await ada.call('DELETE', `/api/alerts/${body.id}`)).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  it('is exported with the account, and deleted with it', async () => {
    const { body } = await add();
    const { body: exported } = await ada.call('GET', '/api/account/export');
    expect(exported).toMatchObject({
      alerts: [body],
      alertHistory: [],
      alertSettings: { email: true, push: true, inApp: true },
    });
    expect((await ada.call('DELETE', '/api/account')).status).toBe(204);
    const left = site.db
      .selectFrom('alerts')
      .select('id')
      .where('id', '=', body.id as string);
    expect(await left.execute()).toEqual([]);
  });

  it('moves from an unverified account into the verified one', async () => {
    const email = `person-${people}@example.com`;
    const { body: old } = await add();
    site.pass(1000);
    const browser = site.browser();
    await browser.signUp(email);
    const made = [await add({}, browser), await add({}, browser), await add({}, browser)];
    site.pass(120_000);
    await browser.signIn(email);
    expect((await browser.verify(email, await site.codeTo(email))).status).toBe(200);
    const ids = (await list(browser)).map(({ id }) => id);
    expect(ids).toEqual([old.id, ...made.map(({ body }) => body.id)].reverse());
    expect((await add({}, browser)).status).toBe(403);
  });
});
