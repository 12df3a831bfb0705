import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AccountApp, createAccountApp, minute } from '../../../tests/support/accounts/account-app.ts';
import type { AccountClient } from '../../../tests/support/accounts/account-client.ts';
import { addApiKey, insertApiKey, programWith, setTier } from '../../../tests/support/accounts/api-keys.ts';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';

const email = 'ada@example.com';

describe.each(testDatabases)('API keys on $name', ({ isAvailable, create }) => {
  let files: TestDatabase;
  let site: AccountApp;
  let owner: AccountClient;

  beforeEach(async (context) => {
    if (!isAvailable) context.skip();
    files = await create();
    // With limits, as in production.
    site = await createAccountApp(files, {});
    owner = await site.member(email);
    await setTier(site, email, 'premium');
  });
  afterEach(async () => {
    await site?.app.close();
    await files?.remove();
  });

  const make = (client = owner) => client.call('POST', '/api/keys', { name: 'Script' });
  const list = async () =>
    (await owner.call('GET', '/api/keys')).body as unknown as {
      id: string;
      name: string;
      createdAt: string;
      lastUsedAt: string | null;
    }[];

  it('are shown once, stored as a hash, listed without it, exported by name and deleted with the account', async () => {
    site.pass(1000);
    const { key, ...shown } = await addApiKey(owner, '  Spreadsheet ');
    expect(key).toMatch(/^alt_[\w-]{43}$/);
    const listed = { ...shown, name: 'Spreadsheet', lastUsedAt: null };
    expect(shown.createdAt).toBe(new Date(site.clock.now()).toISOString());
    expect(await list()).toEqual([listed]);
    const exported = await owner.call('GET', '/api/account/export');
    expect(exported.body.apiKeys).toEqual([listed]);
    const rows = await site.db.selectFrom('api_keys').selectAll().execute();
    expect(rows).toHaveLength(1);
    const secret = key.slice('alt_'.length);
    expect(JSON.stringify(rows) + exported.text + site.log()).not.toContain(secret);
    expect(exported.text).not.toContain(rows[0]!.key_hash);
    const program = programWith(site, key);
    expect((await program.call('GET', '/api/watchlist')).status).toBe(200);
    const [notice] = await site.mailsTo(email);
    expect(notice?.subject).toBe('An API key was created for your Altimeter account');
    expect(notice?.text).toContain('An API key was created for your Altimeter account.');
    // A thief would choose a name that makes the notice reassuring.
    for (const text of ['Spreadsheet', secret]) expect(notice?.text).not.toContain(text);
    expect((await owner.call('DELETE', '/api/account')).status).toBe(204);
    expect(await site.db.selectFrom('api_keys').select('id').execute()).toEqual([]);
    expect((await program.call('GET', '/api/watchlist')).status).toBe(401);
  });

  it('give access to their account, with its plan, until they are deleted', async () => {
    const { id, key } = await addApiKey(owner);
    const program = programWith(site, key);
    const coin = { coinId: 'bitcoin', symbol: 'BTC', name: 'Bitcoin' };
    expect((await program.call('POST', '/api/watchlist', coin)).status).toBe(201);
    expect((await owner.call('GET', '/api/watchlist')).text).toContain('bitcoin');
    // Free accounts have one portfolio.
    expect((await program.call('POST', '/api/portfolios', { name: 'Second' })).status).toBe(201);
    expect((await owner.call('DELETE', `/api/keys/${id}`)).status).toBe(204);
    for (const path of ['/api/watchlist', '/api/cryptocurrencies/bitcoin/history?days=max'])
      expect((await program.call('GET', path)).status).toBe(401);
    expect((await owner.call('DELETE', `/api/keys/${id}`)).status).toBe(404);
  });

  it('stop working while the plan has no API access', async () => {
    const program = programWith(site, (await addApiKey(owner)).key);
    await setTier(site, email, 'pro');
    for (const path of ['/api/watchlist', '/api/cryptocurrencies/bitcoin/history?days=30']) {
      const { status, body } = await program.call('GET', path);
      expect([status, body.code, body.requiredTier]).toEqual([403, 'plan_required', 'premium']);
    }
    expect(await list()).toHaveLength(1);
    await setTier(site, email, 'premium');
    expect((await program.call('GET', '/api/watchlist')).status).toBe(200);
  });

  it('need a verified address, a plan with API access and a fresh proof', async () => {
    const stranger = site.browser();
    await stranger.signUp('eve@example.com');
    await setTier(site, 'eve@example.com', 'premium');
    expect((await make(stranger)).body.code).toBe('verification_required');
    await setTier(site, email, 'pro');
    const { status, body } = await make();
    expect([status, body.code, body.requiredTier]).toEqual([403, 'plan_required', 'premium']);
    await setTier(site, email, 'premium');
    site.pass(10 * minute);
    expect((await make()).body.code).toBe('verification_required');
    expect(await list()).toEqual([]);
  });

  it('are limited to ten, even when created concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 13 }, () => make()));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(10).fill(201), ...Array(3).fill(409)]);
    const keys = await list();
    expect(keys).toHaveLength(10);
    await owner.call('DELETE', `/api/keys/${keys[0]!.id}`);
    expect((await make()).status).toBe(201);
  });

  it('are limited to twenty creations a day, each with an e-mail, including deleted ones', async () => {
    for (let made = 0; made < 20; made++) {
      const { id } = await addApiKey(owner);
      await owner.call('DELETE', `/api/keys/${id}`);
    }
    const mails = await site.mailsTo(email);
    const { status, body, headers } = await make();
    expect([status, body.code, headers['retry-after']]).toEqual([429, 'rate_limited', '86400']);
    expect([await list(), await site.mailsTo(email)]).toEqual([[], mails]);
    const other = await site.member('eve@example.com');
    await setTier(site, 'eve@example.com', 'premium');
    expect((await make(other)).status).toBe(201);
  });

  it('are created and deleted only from pages of this site', async () => {
    const { id } = await addApiKey(owner);
    const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' };
    const answers = [
      await owner.call('POST', '/api/keys', { name: 'Script' }, elsewhere),
      await owner.call('DELETE', `/api/keys/${id}`, undefined, elsewhere),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(['forbidden', 'forbidden']);
    expect((await list()).map((key) => key.id)).toEqual([id]);
  });

  it('are deleted only by their owner', async () => {
    const { id, key } = await addApiKey(owner);
    const other = await site.member('eve@example.com');
    expect((await other.call('DELETE', `/api/keys/${id}`)).status).toBe(404);
    expect((await programWith(site, key).call('DELETE', `/api/keys/${id}`)).status).toBe(401);
    expect(await list()).toHaveLength(1);
  });

  it('record their last use at most a minute late', async () => {
    const program = programWith(site, (await addApiKey(owner)).key);
    const used = async () => {
      await program.call('GET', '/api/watchlist');
      return Date.parse((await list())[0]!.lastUsedAt ?? '');
    };
    const first = site.clock.now();
    expect(await used()).toBe(first);
    site.pass(minute - 1);
    expect(await used()).toBe(first);
    site.pass(1);
    expect(await used()).toBe(first + minute);
  });

  it('stay with the account when a browser’s data is merged into it', async () => {
    const { key } = await addApiKey(owner);
    // An address gets at most one e-mail a minute.
    site.pass(minute);
    const browser = site.browser();
    await browser.signUp(email);
    await browser.call('POST', '/api/watchlist', { coinId: 'bitcoin', symbol: 'BTC', name: 'Bitcoin' });
    site.pass(1000);
    expect((await browser.verify(email, await site.codeTo(email))).status).toBe(200);
    const answer = await programWith(site, key).call('GET', '/api/watchlist');
    expect([answer.status, answer.text.includes('bitcoin')]).toEqual([200, true]);
  });

  it('cannot be guessed', async () => {
    const { key } = await addApiKey(owner);
    const { id } = (await owner.call('GET', '/api/auth/me')).body as { id: string };
    await insertApiKey(site.db, id);
    const [{ key_hash: hash } = { key_hash: '' }] = await site.db
      .selectFrom('api_keys')
      .select('key_hash')
      .execute();
    const known = fc.constantFrom(hash, key.slice(4), key.slice(0, -1), `${key}A`, key.toLowerCase(), '');
    const word = fc.stringMatching(/^[\w.-]{1,60}$/);
    await fc.assert(
      fc.asyncProperty(fc.oneof(known, word), fc.constantFrom('alt_', ''), async (text, prefix) => {
        fc.pre(prefix + text !== key);
        const program = programWith(site, prefix + text);
        expect((await program.call('GET', '/api/watchlist')).status).toBe(401);
      }),
      { numRuns: 60 },
    );
  });

  it('are limited to 300 calls a minute each', async () => {
    const [one, other] = [await addApiKey(owner), await addApiKey(owner)].map(({ key }) =>
      programWith(site, key),
    );
    const counted = await site.db.selectFrom('rate_limits').selectAll().execute();
    for (let call = 0; call < 300; call++)
      expect((await one!.call('GET', '/api/alerts/unseen')).status).toBe(200);
    const refused = await one!.call('GET', '/api/alerts/unseen');
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
      429,
      'rate_limited',
      '60',
    ]);
    expect((await other!.call('GET', '/api/alerts/unseen')).status).toBe(200);
    await setTier(site, email, 'pro');
    expect((await one!.call('GET', '/api/alerts/unseen')).body.code).toBe('plan_required');
    await setTier(site, email, 'premium');
    site.pass(minute);
    expect((await one!.call('GET', '/api/alerts/unseen')).status).toBe(200);
    // A polling program causes no writes.
    expect(await site.db.selectFrom('rate_limits').selectAll().execute()).toEqual(counted);
  });
});
