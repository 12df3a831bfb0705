import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type AccountApp,
  createAccountApp,
  day,
  minute,
} from '../../../tests/support/accounts/account-app.ts';
import { createSqliteDatabase, type TestDatabase } from '../../../tests/support/databases.ts';

const ada = 'ada@example.com';

let database: TestDatabase;
let site: AccountApp;
beforeEach(async () => {
  database = await createSqliteDatabase();
  site = await createAccountApp(database, {});
});
afterEach(async () => {
  await site.app.close();
  await database.remove();
});

/** Each address is in a different network. */
const network = (index: number) => `10.0.${index}.1`;

describe('e-mails to an address', () => {
  it('are limited to one a minute and three per fifteen minutes, whoever asks', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 18; i++) {
      statuses.push((await site.browser(network(i)).signIn(ada)).status);
      statuses.push((await site.browser(network(50 + i)).signIn(ada)).status);
      if (i === 14) expect(await site.mailsTo(ada)).toHaveLength(3);
      site.pass(minute);
    }
    // The third e-mail is sent in the third minute, and its code expires ten minutes later.
    expect(statuses).toEqual([...Array(24).fill(200), ...Array(4).fill(429), ...Array(8).fill(200)]);
    expect(await site.mailsTo(ada)).toHaveLength(6);
  });

  it('carry the same code while it is open, which works in every browser that asked', async () => {
    const browsers = [site.browser(network(1)), site.browser(network(2)), site.browser(network(3))];
    const codes = new Set<string>();
    for (const browser of browsers) {
      expect((await browser.signIn(ada)).status).toBe(200);
      codes.add(await site.codeTo(ada));
      site.pass(minute);
    }
    expect(codes.size).toBe(1);
    const [code = ''] = codes;
    expect((await site.browser(network(4)).verify(ada, code)).status).toBe(400);
    expect((await browsers[1]!.verify(ada, code)).status).toBe(200);
    expect((await browsers[0]!.verify(ada, code)).status).toBe(400);
  });

  it('are not sent again within the minute, and the earlier e-mail has the code', async () => {
    await site.browser(network(1)).signIn(ada);
    const second = site.browser(network(2));
    expect((await second.signIn(ada)).status).toBe(200);
    expect(await site.mailsTo(ada)).toHaveLength(1);
    expect((await second.verify(ada, await site.codeTo(ada))).status).toBe(200);
  });

  it('do not affect the tries of a browser', async () => {
    const guesser = site.browser(network(1));
    await guesser.signIn(ada);
    for (let i = 0; i < 3; i++) await guesser.verify(ada, '0000-0000');
    site.pass(minute);
    await guesser.signIn(ada);
    const code = await site.codeTo(ada);
    for (let i = 0; i < 2; i++) await guesser.verify(ada, '0000-0000');
    expect((await guesser.verify(ada, code)).status).toBe(400);
    site.pass(minute);
    await guesser.signIn(ada);
    expect(await site.codeTo(ada)).not.toBe(code);
  });

  it('say how long to wait once they are used up', async () => {
    for (let i = 0; i < 3; i++) {
      await site.browser(network(i)).signIn(ada);
      site.pass(minute);
    }
    site.pass(9 * minute);
    const answer = await site.browser(network(9)).signIn(ada);
    expect(answer.headers['retry-after']).toBe('180');
    expect(answer.body).toMatchObject({ code: 'rate_limited' });
  });

  it('are counted for known and unknown addresses alike', async () => {
    await site.member(ada);
    site.pass(60 * minute);
    const statuses = { known: [] as number[], unknown: [] as number[] };
    for (let i = 0; i < 16; i++) {
      statuses.known.push((await site.browser(network(i)).signIn(ada)).status);
      statuses.unknown.push((await site.browser(network(50 + i)).signIn('bob@example.com')).status);
      site.pass(minute);
    }
    expect(statuses.known).toEqual(statuses.unknown);
    expect(new Set(statuses.known)).toEqual(new Set([200, 429]));
  });

  it('are limited alike for known and unknown addresses once the accounts that asked are deleted', async () => {
    await site.member(ada);
    site.pass(60 * minute);
    const askAndLeave = async (email: string, first: number) => {
      const strangers = [0, 1, 2].map((index) => site.browser(network(first + index)));
      for (const stranger of strangers) {
        await stranger.signUp(email);
        site.pass(minute);
      }
      for (const stranger of strangers)
        expect((await stranger.call('DELETE', '/api/account')).status).toBe(204);
      const again = site.browser(network(first + 3));
      const { status, body } = await again.signIn(email);
      return [status, body.message, (await again.signUp(email)).body.message];
    };
    expect(await askAndLeave(ada, 0)).toEqual(await askAndLeave('bob@example.com', 50));
  });

  it('are counted separately for browsers that the account knows', async () => {
    const owner = await site.member(ada);
    owner.token = undefined;
    site.pass(60 * minute);
    for (let i = 0; i < 3; i++) {
      await site.browser(network(i)).signIn(ada);
      site.pass(minute);
    }
    site.pass(9 * minute);
    const before = (await site.mailsTo(ada)).length;
    expect((await site.browser(network(9)).signIn(ada)).status).toBe(429);
    expect((await owner.signIn(ada)).status).toBe(200);
    expect(await site.mailsTo(ada)).toHaveLength(before + 1);
    expect((await owner.verify(ada, await site.codeTo(ada))).status).toBe(200);
  });

  it('are limited to ten a day for strangers, with ten more for the owner’s browsers', async () => {
    const owner = await site.member(ada);
    const ask = async (client = site.browser(network(7))) => {
      site.pass(61 * minute);
      return (await client.signIn(ada)).status;
    };
    const strangers: number[] = [];
    // The owner signed up as a stranger too, because nobody had verified the address yet.
    for (let i = 0; i < 10; i++) strangers.push(await ask());
    expect(strangers).toEqual([...Array(9).fill(200), 429]);
    const own: number[] = [];
    owner.token = undefined;
    for (let i = 0; i < 11; i++) own.push(await ask(owner));
    expect(own).toEqual([...Array(10).fill(200), 429]);
  });

  it('do not block sign-up: only the e-mail is skipped', async () => {
    for (let i = 0; i < 3; i++) {
      await site.browser(network(i)).signUp(ada);
      site.pass(minute);
    }
    site.pass(9 * minute);
    const second = site.browser(network(9));
    const answer = await second.signUp(ada);
    expect([answer.status, answer.body.message]).toEqual([
      201,
      expect.stringContaining('Please request one later'),
    ]);
    expect(await site.mailsTo(ada)).toHaveLength(3);
    expect((await second.call('GET', '/api/auth/me')).status).toBe(200);
  });
});

describe('a network', () => {
  it('can sign up ten times an hour', async () => {
    const signUp = async (index: number, address: string) =>
      (await site.browser(address).signUp(`user${index}@example.com`)).status;
    for (let i = 0; i < 10; i++) expect(await signUp(i, `203.0.113.${i}`)).toBe(201);
    expect(await signUp(10, '203.0.113.200')).toBe(429);
    expect(await signUp(10, '203.0.114.1')).toBe(201);
    site.pass(60 * minute);
    expect(await signUp(11, '203.0.113.200')).toBe(201);
  });

  it('can sign in twenty times an hour, by the first 56 bits of IPv6', async () => {
    const signIn = async (index: number, address: string) =>
      (await site.browser(address).signIn(`user${index}@example.com`)).status;
    for (let i = 0; i < 20; i++) expect(await signIn(i, `2001:db8:0:1${i % 10}::${i}`)).toBe(200);
    expect(await signIn(20, '2001:db8:0:1f::1')).toBe(429);
    expect(await signIn(20, '2001:db8:0:200::1')).toBe(200);
  });

  it('can try codes thirty times per ten minutes', async () => {
    const browser = site.browser();
    for (let i = 0; i < 30; i++) expect((await browser.verify(ada, '0000-0000')).status).toBe(400);
    expect((await browser.verify(ada, '0000-0000')).status).toBe(429);
    expect((await site.browser(network(1)).verify(ada, '0000-0000')).status).toBe(400);
    site.pass(10 * minute);
    expect((await browser.verify(ada, '0000-0000')).status).toBe(400);
  });
});

it('limits are counted in the database, across all servers and restarts', async () => {
  await site.browser().signIn(ada);
  const again = await createAccountApp(database, {});
  expect((await again.browser(network(1)).signIn(ada)).status).toBe(200);
  expect(await again.mailsTo(ada)).toHaveLength(1);
  again.pass(day);
  expect((await again.browser(network(1)).signIn(ada)).status).toBe(200);
  expect(await again.mailsTo(ada)).toHaveLength(2);
  await again.app.close();
});

describe('whole accounts', () => {
  it('can be imported twenty times an hour per network', async () => {
    const visitor = site.browser(network(1));
    await visitor.signUp(ada);
    const read = () => visitor.call('POST', '/api/account/import', { data: { other: 1 } });
    for (let i = 0; i < 20; i++) expect((await read()).status).toBe(400);
    expect(await read()).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  });
});
