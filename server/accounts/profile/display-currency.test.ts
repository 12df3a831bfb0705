import { describe, expect, it } from 'vitest';
import { type AccountApp, createAccountApp } from '../../../tests/support/accounts/account-app.ts';
import { sharedAccountApp } from '../../../tests/support/accounts/account-app-per-test.ts';
import { testDatabases } from '../../../tests/support/databases.ts';
import { FakeMarket } from '../../../tests/support/market/fake-market.ts';
import { FakeRates } from '../../../tests/support/market/fake-rates.ts';

const cookieName = 'altimeter-currency';

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`the display currency on ${name}`, () => {
    const rates = new FakeRates({ usd: '1', eur: '0.86', newcoin: '3' });
    const site = sharedAccountApp(create, (database) =>
      createAccountApp(database, undefined, new FakeMarket(), undefined, rates),
    );

    const put = (client: Awaited<ReturnType<AccountApp['member']>>, body: object) =>
      client.call('PUT', '/api/auth/me', body);

    it('is dollars by default, and can be set in upper or lower case, with or without the names', async () => {
      const ada = await site.member('ada@example.com');
      expect((await ada.call('GET', '/api/auth/me')).body).toMatchObject({ displayCurrency: 'usd' });
      const { status, body } = await put(ada, { displayCurrency: ' EUR ' });
      expect([status, body]).toMatchObject([200, { displayCurrency: 'eur', firstName: 'Ada' }]);
      const renamed = await put(ada, { firstName: 'A', lastName: 'L' });
      expect(renamed.body).toMatchObject({ displayCurrency: 'eur', firstName: 'A' });
      const both = await put(ada, { firstName: 'B', lastName: 'L', displayCurrency: 'newcoin' });
      expect(both.body).toMatchObject({ displayCurrency: 'newcoin', firstName: 'B' });
      // The currency is supported even though it has no rate now.
      expect((await put(ada, { displayCurrency: 'sats' })).body).toMatchObject({ displayCurrency: 'sats' });
      const { body: exported } = await ada.call('GET', '/api/account/export');
      expect(exported).toMatchObject({ account: { displayCurrency: 'sats' } });
    });

    it('is refused if it does not exist, with an error naming the field, and changes nothing', async () => {
      const eve = await site.member('eve@example.com');
      for (const displayCurrency of ['zzz', '', 'e', 5, null]) {
        const { status, body } = await put(eve, { displayCurrency, firstName: 'X', lastName: 'Y' });
        expect([status, body]).toMatchObject([
          400,
          { code: 'invalid_request', issues: [{ path: 'displayCurrency' }] },
        ]);
      }
      expect((await put(eve, {})).body).toMatchObject({
        issues: [{ path: 'firstName' }, { path: 'lastName' }],
      });
      expect((await eve.call('GET', '/api/auth/me')).body).toMatchObject({
        displayCurrency: 'usd',
        firstName: 'Ada',
      });
    });

    it("of a new account is its browser's, or dollars if that is unknown", async () => {
      for (const [cookie, currency] of [
        ['eur', 'eur'],
        ['GBP', 'gbp'],
        ['zzz', 'usd'],
      ] as const) {
        const client = site.browser();
        client.cookies.set(cookieName, cookie);
        await client.signUp(`new.${cookie}@example.com`);
        expect((await client.call('GET', '/api/auth/me')).body).toMatchObject({ displayCurrency: currency });
        const signedIn = site.browser();
        signedIn.cookies.set(cookieName, cookie);
        const email = `first.${cookie.toLowerCase()}@example.com`;
        await signedIn.call('POST', '/api/auth/signin', { email });
        site.pass(1000);
        await signedIn.verify(email, await site.codeTo(email));
        expect((await signedIn.call('GET', '/api/auth/me')).body).toMatchObject({
          displayCurrency: currency,
        });
      }
    });

    it("of the account replaces the browser's cookie, which scripts can read for a year", async () => {
      const ida = await site.member('ida@example.com');
      const answer = await put(ida, { displayCurrency: 'eur' });
      const cookies = [answer.headers['set-cookie']].flat().join();
      expect(cookies).toMatch(/^altimeter-currency=eur; Max-Age=31536000; Path=\/; Secure; SameSite=Lax$/);
      expect(ida.cookies.get(cookieName)).toBe('eur');
      expect((await ida.call('GET', '/api/auth/me')).headers['set-cookie']).toBeUndefined();
      ida.cookies.set(cookieName, 'gbp');
      await ida.call('GET', '/api/auth/me');
      expect(ida.cookies.get(cookieName)).toBe('eur');
    });

    it('of an account stays when others are merged into it', async () => {
      const owner = await site.member('uma@example.com');
      await put(owner, { displayCurrency: 'eur' });
      const guest = site.browser();
      guest.cookies.set(cookieName, 'gbp');
      await guest.signUp('uma@example.com');
      site.pass(60_000);
      expect((await guest.verify('uma@example.com', await site.codeTo('uma@example.com'))).status).toBe(200);
      expect((await guest.call('GET', '/api/auth/me')).body).toMatchObject({ displayCurrency: 'eur' });
    });

    it('never changes an API response', async () => {
      const dollars = await site.app.inject('/api/cryptocurrencies');
      const cookies = { [cookieName]: 'eur' };
      expect((await site.app.inject({ url: '/api/cryptocurrencies', cookies })).body).toBe(dollars.body);
    });
  });
}
