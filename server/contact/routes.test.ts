import { describe, expect, it } from 'vitest';
import { guideNames, guides } from '#contract/guides.ts';
import { createAccountApp, day, minute } from '../../tests/support/accounts/account-app.ts';
import { sharedAccountApp } from '../../tests/support/accounts/account-app-per-test.ts';
import { testDatabases } from '../../tests/support/databases.ts';
import { createContactStore } from './store.ts';

const message = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'A price that is off',
  message: 'Two lines,\nand an end.',
};

for (const { name, isAvailable, create } of testDatabases) {
  describe.skipIf(!isAvailable)(`the contact module on ${name}`, () => {
    const site = sharedAccountApp(create, (database) =>
      createAccountApp(database, {
        AUTH_RATE_LIMIT: 'off',
        SUPPORT_EMAIL: 'help@altimeter.example',
      }),
    );
    let people = 0;

    const newAddress = () => `reader-${++people}@example.com`;
    const ask = (email: string, magnet: string, variant = 'inline') =>
      site.browser().call('POST', '/api/leads', { email, magnet, variant });
    const act = (what: 'confirm' | 'unsubscribe', token: string) =>
      site.browser().call('POST', `/api/leads/${what}`, { token });
    const linkOf = (text: string, path: string) =>
      new RegExp(`http://localhost:3000/${path}#(\\S+)`).exec(text)?.[1] ?? '';
    const subscribers = async () => {
      const store = createContactStore(site.db);
      return (await store.listSubscribers()).map(({ email }) => email);
    };

    it('stores a message, and e-mails it to support so that replies go to the sender', async () => {
      const answer = await site
        .browser()
        .call('POST', '/api/contact', { ...message, email: 'Ada@Example.com' });
      expect([answer.status, answer.body]).toEqual([202, { message: 'Your message was received.' }]);
      const kept = await site.db.selectFrom('contact_messages').selectAll().execute();
      expect(kept).toEqual([
        { ...message, id: kept[0]!.id, sender_tier: null, created_at: site.clock.now() },
      ]);
      const mails = await site.db
        .selectFrom('mails')
        .selectAll()
        .where('recipient', '=', 'help@altimeter.example')
        .execute();
      expect(mails).toHaveLength(1);
      expect(mails[0]).toMatchObject({ reply_to: message.email, subject: 'Contact: A price that is off' });
      expect(mails[0]!.body).toContain('From: Ada Lovelace <ada@example.com>');
      expect(mails[0]!.body).toContain(message.message);
    });

    it('marks only the messages of signed-in premium users', async () => {
      const email = newAddress();
      const grace = await site.member(email);
      await site.db.updateTable('users').set({ tier: 'premium' }).where('email', '=', email).execute();
      const subjects = async (subject: string) => {
        const mails = await site.mailsTo('help@altimeter.example');
        return mails.filter((mail) => mail.subject.includes(subject));
      };
      await grace.call('POST', '/api/contact', { ...message, email, subject: 'One' });
      const [one] = await subjects('One');
      expect(one?.subject).toBe('[Premium] Contact: One');
      expect(one?.text).toContain('that address, which the sender’s account has verified.');

      await grace.call('POST', '/api/contact', { ...message, subject: 'Two' });
      const [two] = await subjects('Two');
      expect(two?.subject).toBe('[Premium] Contact: Two');
      expect(two?.text).toContain('that address, which nobody has verified.');

      // Anyone can type the address of a premium user.
      await site.browser().call('POST', '/api/contact', { ...message, email, subject: '[Premium] Three' });
      expect((await subjects('Three'))[0]?.subject).toBe('Contact: [Premium] Three');

      const free = await site.member(newAddress());
      await free.call('POST', '/api/contact', { ...message, subject: 'Four' });
      expect((await subjects('Four'))[0]?.subject).toBe('Contact: Four');

      free.token = 'expired';
      const answer = await free.call('POST', '/api/contact', { ...message, subject: 'Five' });
      expect([answer.status, (await subjects('Five'))[0]?.subject]).toEqual([202, 'Contact: Five']);

      const stored = await site.db
        .selectFrom('contact_messages')
        .select(['subject', 'sender_tier'])
        .execute();
      const tierOf = (subject: string) => stored.find((row) => row.subject === subject)?.sender_tier;
      expect(['One', '[Premium] Three', 'Four'].map(tierOf)).toEqual(['premium', null, 'free']);
    });

    it.each([
      ['name', { name: 'Ada\r\nBcc: eve@example.com' }, 'Must be one line of plain text'],
      ['subject', { subject: 'Hello\nBcc: eve@example.com' }, 'Must be one line of plain text'],
      ['subject', { subject: 'Hello\u2028Bcc: eve@example.com' }, 'Must be one line of plain text'],
      ['name', { name: 'Ada \u202Emoc.live' }, 'Must be one line of plain text'],
      ['email', { email: 'ada@example.com\r\nBcc: eve@example.com' }, 'Must be an email address'],
      ['email', { email: 'ada@example.com, eve@example.com' }, 'Must be an email address'],
      ['message', { message: 'Hi\u0000' }, 'Must be plain text'],
      ['name', { name: ' ' }, 'Name is required'],
      ['subject', { subject: undefined }, 'Subject is required'],
      ['message', { message: '' }, 'Message is required'],
      ['email', { email: '' }, 'Email is required'],
      ['name', { name: 'x'.repeat(101) }, 'Must be at most 100 characters'],
      ['subject', { subject: 'x'.repeat(151) }, 'Must be at most 150 characters'],
      ['message', { message: 'x'.repeat(5001) }, 'Must be at most 5000 characters'],
    ])('refuses a message with an invalid %s: %j', async (path, change, reason) => {
      const before = await site.db.selectFrom('mails').select('id').execute();
      const answer = await site.browser().call('POST', '/api/contact', { ...message, ...change });
      expect(answer.status).toBe(400);
      expect(answer.body.issues).toEqual(expect.arrayContaining([{ path, message: reason }]));
      expect(await site.db.selectFrom('mails').select('id').execute()).toEqual(before);
    });

    it.each(guideNames)('mails the link to %s', async (guide) => {
      const email = newAddress();
      const answer = await ask(email, guide);
      expect([answer.status, answer.body]).toEqual([202, { message: 'Check your email.' }]);
      const [mail] = await site.mailsTo(email);
      expect(mail?.subject).toBe(`Your guide: ${guides[guide].title}`);
      expect(mail?.text).toContain(`http://localhost:3000/guides/${guide}.pdf`);
    });

    it('reaches one state without failing when two links of an address are opened concurrently', async () => {
      const email = newAddress();
      await ask(email, 'newsletter', 'blog');
      await ask(email, 'tax-report');
      const leads = await site.db.selectFrom('leads').select('token').where('email', '=', email).execute();
      const [one, other] = leads.map(({ token }) => token) as [string, string];
      for (let round = 0; round < 10; round++) {
        const answers = await Promise.all([
          act('confirm', one),
          act('unsubscribe', other),
          act('confirm', other),
          act('unsubscribe', one),
        ]);
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      }
    });

    it('mails an unconfirmed address once, whatever is requested, and the rest after confirmation', async () => {
      const email = newAddress();
      const first = await ask(email, 'tax-report');
      for (let days = 0; days < 40; days++) {
        for (const magnet of ['tax-report', 'alerts-guide', 'newsletter'])
          expect((await ask(email, magnet)).text).toBe(first.text);
        site.pass(day);
      }
      const mails = await site.mailsTo(email);
      expect(mails).toHaveLength(1);
      const confirmed = await act('confirm', linkOf(mails[0]!.text, 'newsletter/confirm'));
      expect(confirmed.body).toEqual({
        message: 'Your address is confirmed. We can now send guides to it.',
      });
      const subjects = (await site.mailsTo(email)).map(({ subject }) => subject);
      expect(subjects.sort()).toEqual([
        'Confirm the Altimeter newsletter',
        `Your guide: ${guides['tax-report'].title}`,
        `Your guide: ${guides['alerts-guide'].title}`,
      ]);
      expect(await subscribers()).not.toContain(email);
    });

    it('responds the same for a known address, and e-mails it the same thing once a day', async () => {
      const email = newAddress();
      const first = await ask(email, 'tax-report');
      await act('confirm', linkOf((await site.mailsTo(email))[0]!.text, 'newsletter/confirm'));
      const second = await ask(email.toUpperCase(), 'tax-report', 'popup');
      expect([second.status, second.text]).toEqual([first.status, first.text]);
      expect(await site.mailsTo(email)).toHaveLength(1);
      await ask(email, 'alerts-guide');
      expect(await site.mailsTo(email)).toHaveLength(2);
      site.pass(day);
      await ask(email, 'tax-report');
      expect(await site.mailsTo(email)).toHaveLength(3);
    });

    it('mails an address once for concurrent requests from many networks', async () => {
      const email = newAddress();
      await Promise.all(Array.from({ length: 8 }, () => ask(email, 'newsletter', 'blog')));
      expect(await site.mailsTo(email)).toHaveLength(1);
    });

    it('mails an address once for concurrent requests for different guides', async () => {
      for (let round = 0; round < 10; round++) {
        const email = newAddress();
        await Promise.all([...guideNames, 'newsletter'].map((magnet) => ask(email, magnet)));
        expect(await site.mailsTo(email)).toHaveLength(1);
      }
    });

    it('subscribes only confirmed addresses to the newsletter, and unsubscribes by the link', async () => {
      const email = newAddress();
      await ask(email, 'newsletter', 'blog');
      expect(await subscribers()).not.toContain(email);
      const { text } = (await site.mailsTo(email))[0]!;
      const token = linkOf(text, 'newsletter/confirm');
      const confirmedAt = site.clock.now();
      const answers = [await act('confirm', token)];
      site.pass(minute);
      answers.push(await act('confirm', token));
      const store = createContactStore(site.db);
      const subscribed = (await store.listSubscribers()).find((lead) => lead.email === email);
      expect(subscribed?.confirmed_at).toBe(confirmedAt);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(answers[0]!.body).toEqual({ message: 'You are subscribed to the newsletter.' });
      expect(await subscribers()).toContain(email);

      site.pass(day);
      await ask(email, 'newsletter', 'blog');
      expect((await site.mailsTo(email))[0]!.subject).toBe('You already get the Altimeter newsletter');

      expect((await act('unsubscribe', linkOf(text, 'unsubscribe'))).status).toBe(200);
      expect(await subscribers()).not.toContain(email);
    });

    it('mails an address again if the clock was set back since the last e-mail', async () => {
      const email = newAddress();
      site.pass(60 * day);
      await ask(email, 'tax-report');
      await act('confirm', linkOf((await site.mailsTo(email))[0]!.text, 'newsletter/confirm'));
      site.pass(-60 * day);
      await ask(email, 'tax-report');
      expect(await site.mailsTo(email)).toHaveLength(2);
    });

    it('exports to the owner of an address what was sent with it, and deletes that with the account', async () => {
      const [email, other] = [newAddress(), newAddress()];
      const owner = await site.member(email);
      for (const address of [email, other]) {
        await site.browser().call('POST', '/api/contact', { ...message, email: address });
        await ask(address, 'tax-report', 'popup');
      }
      const { body } = await owner.call('GET', '/api/account/export');
      const { email: _, ...written } = message;
      const instant = expect.stringMatching(/^20\d\d-.*Z$/);
      expect(body.contact).toEqual({
        messages: [{ ...written, sentAt: instant }],
        requests: [
          {
            magnet: 'tax-report',
            variant: 'popup',
            askedAt: instant,
            mailedAt: instant,
            confirmedAt: null,
            unsubscribedAt: null,
          },
        ],
      });
      const unverified = site.browser();
      await unverified.signUp(other);
      const strange = await unverified.call('GET', '/api/account/export');
      expect(strange.text).not.toContain(message.subject);
      expect((await owner.call('DELETE', '/api/account')).status).toBe(204);
      for (const table of ['contact_messages', 'leads'] as const) {
        const rows = await site.db.selectFrom(table).select('email').execute();
        expect(rows).not.toContainEqual({ email });
        expect(rows).toContainEqual({ email: other });
      }
      const senders = await site.db.selectFrom('mails').select('reply_to as email').execute();
      expect(senders).not.toContainEqual({ email });
      expect(senders).toContainEqual({ email: other });
    });

    it.each([
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      [
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
      ],
    ])('lets a mail program unsubscribe with one POST of %s', async (type, payload) => {
      const email = newAddress();
      await ask(email, 'newsletter', 'blog');
      await act('confirm', linkOf((await site.mailsTo(email))[0]!.text, 'newsletter/confirm'));
      expect(await subscribers()).toContain(email);
      const { unsubscribe_url } = await site.db
        .selectFrom('mails')
        .select('unsubscribe_url')
        .where('recipient', '=', email)
        .executeTakeFirstOrThrow();
      const url = unsubscribe_url!.replace('http://localhost:3000', '');
      expect((await site.app.inject(url)).statusCode).toBe(404);
      expect(await subscribers()).toContain(email);
      const answer = await site.app.inject({
        method: 'POST',
        url,
        payload,
        headers: { 'content-type': type },
      });
      expect(answer.statusCode).toBe(200);
      expect(await subscribers()).not.toContain(email);
      expect(site.log()).not.toContain(url.split('/').at(-1));
    });

    it('refuses an invalid link, and anything not offered', async () => {
      const [confirm, unsubscribe] = [await act('confirm', 'made-up'), await act('unsubscribe', 'made-up')];
      expect([confirm.status, confirm.body.code]).toEqual([404, 'not_found']);
      expect([unsubscribe.status, unsubscribe.body.code]).toEqual([404, 'not_found']);
      expect((await ask(newAddress(), 'free-coins')).status).toBe(400);
      expect((await ask(newAddress(), 'newsletter', 'banner')).status).toBe(400);
    });

    it('accepts nothing from pages of other sites', async () => {
      for (const [url, body] of [
        ['/api/contact', message],
        ['/api/leads', { email: newAddress(), magnet: 'newsletter', variant: 'blog' }],
        ['/api/leads/confirm', { token: 'x' }],
        ['/api/leads/unsubscribe', { token: 'x' }],
      ] as const) {
        const answer = await site.plainClient().call('POST', url, body, { 'sec-fetch-site': 'cross-site' });
        expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
      }
    });

    it('counts submitted addresses by magnet and form', async () => {
      await ask(newAddress(), 'market-analysis', 'popup');
      const { text } = await site.plainClient().call('GET', '/metrics');
      expect(text).toMatch(/^email_capture\{magnet="market-analysis",variant="popup"\} 1$/m);
    });

    it('deletes messages and unconfirmed addresses after a year', async () => {
      const [forgotten, subscribed] = [newAddress(), newAddress()];
      await ask(forgotten, 'newsletter');
      await ask(subscribed, 'newsletter');
      const { text } = (await site.mailsTo(subscribed))[0]!;
      await act('confirm', linkOf(text, 'newsletter/confirm'));
      const store = createContactStore(site.db);
      await store.removeOld(site.clock.now());
      expect(await site.db.selectFrom('leads').select('email').execute()).toContainEqual({
        email: forgotten,
      });
      await store.removeOld(site.clock.now() + 1);
      const left = await site.db.selectFrom('leads').select('email').execute();
      expect(left).toContainEqual({ email: subscribed });
      expect(left).not.toContainEqual({ email: forgotten });
      expect(await site.db.selectFrom('contact_messages').selectAll().execute()).toEqual([]);
    });

    it('keeps records of recent e-mails and unsubscribing; a guide is not a newsletter', async () => {
      const [old, mailed, stopped] = [newAddress(), newAddress(), newAddress()];
      for (const email of [old, mailed, stopped]) await ask(email, 'portfolio-kit');
      const tokenOf = async (email: string) => linkOf((await site.mailsTo(email))[0]!.text, 'unsubscribe');
      for (const email of [old, mailed]) await act('confirm', await tokenOf(email));
      const requestedAt = site.clock.now();
      site.pass(day);
      await ask(mailed, 'portfolio-kit');
      await act('unsubscribe', await tokenOf(stopped));
      const store = createContactStore(site.db);
      await store.removeOld(requestedAt + 1);
      const left = await site.db.selectFrom('leads').select('email').execute();
      expect(left).toEqual(expect.arrayContaining([{ email: mailed }, { email: stopped }]));
      expect(left).not.toContainEqual({ email: old });
    });
  });
}
