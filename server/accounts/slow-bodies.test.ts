import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { accountAppPerTest } from '../../tests/support/accounts/account-app-per-test.ts';
import { me } from '../../tests/support/accounts/account-calls.ts';
import type { AccountClient } from '../../tests/support/accounts/account-client.ts';
import { addApiKey, programWith, setTier } from '../../tests/support/accounts/api-keys.ts';
import { createSqliteDatabase } from '../../tests/support/databases.ts';

const ada = 'ada@example.com';

describe('while its body arrives slowly, a request may lose its session', () => {
  const site = accountAppPerTest(createSqliteDatabase);

  async function openTwice(): Promise<{ owner: AccountClient; thief: AccountClient }> {
    const thief = await site.member(ada);
    site.pass(60_000);
    const owner = site.browser();
    await owner.signIn(ada);
    await owner.verify(ada, await site.codeTo(ada));
    return { owner, thief };
  }

  /** Sends a body of which the second half arrives once `meanwhile` is done, two seconds later. */
  function send(
    client: AccountClient,
    [method, url]: readonly ['PUT' | 'POST' | 'DELETE', string],
    { body, meanwhile }: { body: object; meanwhile: () => Promise<unknown> },
  ) {
    async function* halves() {
      const text = JSON.stringify(body);
      yield text.slice(0, 1);
      await meanwhile();
      site.pass(2000);
      yield text.slice(1);
    }
    return client.call(method, url, Readable.from(halves()), { 'content-type': 'application/json' });
  }

  it('and changes nothing then', async () => {
    const { owner, thief } = await openTwice();
    await setTier(site, ada, 'premium');
    const { id } = await addApiKey(owner);
    const requests = [
      ['PUT', '/api/auth/me', { firstName: 'Eve', lastName: 'Thief' }],
      ['POST', '/api/watchlist', { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin' }],
      ['POST', '/api/account/import', { data: { displayCurrency: 'eur' } }],
      ['DELETE', `/api/keys/${id}`, {}],
    ] as const;
    for (const [method, url, body] of requests) {
      const signIn = async () => {
        site.pass(60_000);
        await thief.signIn(ada);
        expect((await thief.verify(ada, await site.codeTo(ada))).status).toBe(200);
      };
      await signIn();
      const end = async () => expect((await owner.call('DELETE', '/api/auth/sessions')).status).toBe(204);
      const answer = await send(thief, [method, url], { body, meanwhile: end });
      expect([url, answer.status, answer.body.code]).toEqual([url, 401, 'unauthorized']);
    }
    expect(await me(owner)).toMatchObject({ firstName: 'Ada', displayCurrency: 'usd' });
    expect((await owner.call('GET', '/api/watchlist')).body).toEqual([]);
    expect((await owner.call('GET', '/api/keys')).body).toMatchObject([{ id }]);
  });

  it('or its API key, or the plan that it needs', async () => {
    const owner = await site.member(ada);
    await setTier(site, ada, 'premium');
    const program = programWith(site, (await addApiKey(owner)).key);
    const add = (meanwhile: () => Promise<unknown>) =>
      send(program, ['POST', '/api/portfolios'], { body: { name: 'More' }, meanwhile });
    expect((await add(async () => undefined)).status).toBe(201);
    expect((await add(() => setTier(site, ada, 'free'))).body).toMatchObject({ code: 'plan_required' });
    await setTier(site, ada, 'premium');
    const end = () => owner.call('DELETE', '/api/auth/sessions?apiKeys=true');
    expect((await add(end)).status).toBe(401);
  });
});
