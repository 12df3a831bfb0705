import { describe, expect, it } from 'vitest';
import { createAccountApp, day } from '../../tests/support/accounts/account-app.ts';
import { sharedAccountApp } from '../../tests/support/accounts/account-app-per-test.ts';
import { testDatabases } from '../../tests/support/databases.ts';

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`unsubscribing on ${name}`, () => {
    const site = sharedAccountApp(create, (database) =>
      createAccountApp(database, { AUTH_RATE_LIMIT: 'off' }),
    );
    let people = 0;

    const newAddress = () => `reader-${++people}@example.com`;
    const ask = (email: string, magnet: string, variant = 'inline') =>
      site.browser().call('POST', '/api/leads', { email, magnet, variant });
    const act = (what: 'confirm' | 'unsubscribe', token: string) =>
      site.browser().call('POST', `/api/leads/${what}`, { token });
    const linkOf = (text: string, path: string) =>
      new RegExp(`http://localhost:3000/${path}#(\\S+)`).exec(text)?.[1] ?? '';
    it('sends nothing to an unsubscribed address, for thirty days or until it confirms again', async () => {
      const email = newAddress();
      await ask(email, 'portfolio-kit');
      const { text } = (await site.mailsTo(email))[0]!;
      const token = linkOf(text, 'unsubscribe');
      await act('unsubscribe', token);
      site.pass(29 * day);
      await ask(email, 'portfolio-kit');
      expect((await ask(email, 'newsletter', 'blog')).status).toBe(202);
      expect(await site.mailsTo(email)).toHaveLength(0);
      expect((await act('confirm', token)).status).toBe(200);
      await ask(email, 'newsletter', 'blog');
      expect(await site.mailsTo(email)).toHaveLength(1);
      await act('unsubscribe', token);
      site.pass(30 * day);
      await ask(email, 'portfolio-kit');
      expect(await site.mailsTo(email)).toHaveLength(1);
    });

    it.each(['\u0000', 'a\u0000b', 'ä', 'x'.repeat(100)])(
      'answers 404 to a link with the token %j',
      async (token) => {
        for (const what of ['confirm', 'unsubscribe'] as const)
          expect(await act(what, token)).toMatchObject({ status: 404, body: { code: 'not_found' } });
        const url = `/api/leads/unsubscribe/${encodeURIComponent(token)}`;
        const oneClick = await site.app.inject({
          method: 'POST',
          url,
          payload: 'List-Unsubscribe=One-Click',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        });
        expect(oneClick.statusCode).toBe(404);
      },
    );

    it('deletes only the queued e-mails of an address that unsubscribes', async () => {
      const email = newAddress();
      await site.member(email);
      const other = newAddress();
      await ask(other, 'tax-report');
      await ask(email, 'tax-report');
      const [mail] = await site.mailsTo(email);
      await act('confirm', linkOf(mail!.text, 'newsletter/confirm'));
      await ask(email, 'newsletter', 'blog');
      const mails = await site.mailsTo(email);
      const { text } = mails.find(({ subject }) => subject.startsWith('Your guide'))!;
      await act('unsubscribe', linkOf(text, 'unsubscribe'));
      const left = await site.mailsTo(email);
      expect(left).toHaveLength(mails.length - 2);
      expect(left.every((mail) => !/guide|newsletter/i.test(mail.subject))).toBe(true);
      expect(await site.mailsTo(other)).toHaveLength(1);
    });
  });
}
