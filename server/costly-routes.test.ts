import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { createBareApp } from '../tests/support/bare-app.ts';
import { limitCostlyRoutes } from './costly-routes.ts';
import type { Access } from './platform/module.ts';

const userOf = ({ headers }: { headers: Record<string, string> }) => ({ id: headers.authorization });
const gate = { userOf } as unknown as Access['gate'];
const access = { gate, sessionGate: gate as unknown as Access['sessionGate'] };

/** An application whose uploads are answered when the test decides. */
function createUploadApp(url: string) {
  const app = createBareApp({}, 1);
  limitCostlyRoutes(app, access, { shedsLoad: true });
  const received: string[] = [];
  const end = Promise.withResolvers<void>();
  app.post(url, async ({ headers }) => {
    received.push(String(headers.authorization));
    await end.promise;
    return {};
  });
  const send = (address: string, account: string) => {
    const headers = { 'x-forwarded-for': address, authorization: account };
    return app.inject({ method: 'POST', url, headers }).then((answer) => answer);
  };
  const sendMany = (address: string, count: number) =>
    Array.from({ length: count }, (_, index) => send(address, `${address} ${index}`));
  return { app, received, end, send, sendMany };
}

it('Three networks leave others room to send files, however many accounts they have', async () => {
  const { app, received, end, send, sendMany } = createUploadApp('/api/portfolios/:id/imports');
  const networks = ['203.0.113.1', '192.0.2.1', '198.18.0.1'];
  const many = networks.flatMap((address) => sendMany(address, 6));
  await expect.poll(() => received.length).toBe(4);
  const others = [send('198.51.100.1', 'another'), send('198.18.1.1', 'one more')];
  await expect.poll(() => received.length).toBe(6);
  expect(received).toEqual([
    '203.0.113.1 0',
    '203.0.113.1 1',
    '192.0.2.1 0',
    '198.18.0.1 0',
    'another',
    'one more',
  ]);
  end.resolve();
  const statuses = (await Promise.all([...many, ...others])).map(({ statusCode }) => statusCode);
  expect(statuses).toEqual(Array(20).fill(200));
  await app.close();
});

it('Payment events, which anyone can send, are received twenty at a time from a network', async () => {
  const { app, received, end, send, sendMany } = createUploadApp('/api/billing/webhook');
  const many = sendMany('203.0.113.1', 25);
  await expect.poll(() => received.length).toBe(20);
  const other = send('198.51.100.1', 'another');
  await expect.poll(() => received.at(-1)).toBe('another');
  expect(received.length).toBe(21);
  end.resolve();
  const statuses = (await Promise.all([...many, other])).map(({ statusCode }) => statusCode);
  expect(statuses).toEqual(Array(26).fill(200));
  await app.close();
});

it('The next account file is accepted from another network that is waiting, not from the last sender’s', async () => {
  const { app, received, end, send, sendMany } = createUploadApp('/api/account/import');
  const many = sendMany('203.0.113.1', 3);
  const other = send('198.51.100.1', 'another');
  expect((await many[2]!).statusCode).toBe(429);
  await expect.poll(() => received).toEqual(['203.0.113.1 0']);
  end.resolve();
  expect([(await other).statusCode, (await many[1]!).statusCode]).toEqual([200, 200]);
  expect(received).toEqual(['203.0.113.1 0', 'another', '203.0.113.1 1']);
  await app.close();
});

it('Two whole accounts are exported at a time, for different networks; others wait, or are refused', async () => {
  const app = createBareApp({}, 1);
  limitCostlyRoutes(app, access, { shedsLoad: true });
  const sent: string[] = [];
  const ends: (() => void)[] = [];
  app.get('/api/account/export', async ({ headers }) => {
    sent.push(String(headers.authorization));
    const body = new PassThrough();
    ends.push(() => body.end('{}'));
    return body;
  });
  const read = (address: string, authorization: string) =>
    app
      .inject({ url: '/api/account/export', headers: { 'x-forwarded-for': address, authorization } })
      .then(({ statusCode, headers }) => [statusCode, headers['retry-after']]);
  const first = read('203.0.113.1', 'first');
  const ofSameNetwork = read('203.0.113.2', 'second');
  const refused = read('203.0.113.3', 'third');
  const others = [read('198.51.100.1', 'another'), read('192.0.2.1', 'one more')];
  expect(await refused).toEqual([429, '5']);
  await expect.poll(() => sent).toEqual(['first', 'another']);
  ends[1]!();
  await expect.poll(() => sent).toEqual(['first', 'another', 'one more']);
  ends[0]!();
  await expect.poll(() => sent).toEqual(['first', 'another', 'one more', 'second']);
  for (const end of ends) end();
  expect(await Promise.all([first, ofSameNetwork, ...others])).toEqual(Array(4).fill([200, undefined]));
  await app.close();
});

it('Two slow readers of whole accounts give way to others after a minute, and fast ones do not', async () => {
  const app = createBareApp({}, 1);
  let now = 1_800_000_000_000;
  limitCostlyRoutes(app, access, { shedsLoad: true, clock: { now: () => now } });
  app.get('/api/account/export', async ({ headers }) => {
    const body = new PassThrough();
    body.write('x'.repeat(Number(headers['x-size'])));
    if (headers.authorization === 'victim') body.end();
    return body;
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const read = (address: string, authorization: string, size: number) =>
    fetch(`${origin}/api/account/export`, {
      headers: { 'x-forwarded-for': address, authorization, 'x-size': String(size) },
    });
  const fast = await read('203.0.113.1', 'fast', 24_000_000);
  const received = fast.body!.getReader();
  for (let size = 0; size < 24_000_000; ) size += (await received.read()).value!.length;
  const slow = await read('192.0.2.1', 'slow', 1000);
  now += 60_001;
  expect(await (await read('198.51.100.1', 'victim', 10)).text()).toBe('x'.repeat(10));
  await expect(slow.text()).rejects.toThrow();
  const next = await read('198.51.100.2', 'victim', 10);
  expect(next.status).toBe(200);
  app.server.closeAllConnections();
  await app.close();
});

it.each([
  '/api/portfolio',
  '/api/portfolio/:id',
  '/api/transactions/:id',
  '/api/portfolios/:id/holdings',
  '/api/alerts',
  '/api/alerts/unseen',
  '/api/watchlist',
])('One account has at most three requests for %s in progress at a time', async (url) => {
  const app = createBareApp();
  limitCostlyRoutes(app, access, { shedsLoad: true });
  const begun: string[] = [];
  const end = Promise.withResolvers<void>();
  app.get(url, async ({ headers }) => {
    begun.push(String(headers.authorization));
    await end.promise;
    return {};
  });
  const ask = (authorization: string) =>
    app.inject({ url, headers: { authorization } }).then(({ statusCode }) => statusCode);
  const requests = [...Array.from({ length: 8 }, () => ask('many')), ask('one')];
  await expect.poll(() => begun.toSorted()).toEqual(['many', 'many', 'many', 'one']);
  end.resolve();
  expect(await Promise.all(requests)).toEqual(Array(9).fill(200));
  await app.close();
});

it.each([
  ['GET', true],
  ['HEAD', true],
  ['GET', false],
] as const)(
  'When more than a hundred figures have been waiting for long, accounts with less than their share go first: %s, %s',
  async (method, shedsLoad) => {
    const app = createBareApp({}, 1);
    let now = 0;
    limitCostlyRoutes(app, access, { shedsLoad, clock: { now: () => now } });
    const end = Promise.withResolvers<void>();
    let received = 0;
    app.get('/api/portfolios/:id/holdings', async () => {
      received += 1;
      await end.promise;
      return {};
    });
    const read = (account: string) =>
      app
        .inject({ method, url: '/api/portfolios/main/holdings', headers: { authorization: account } })
        .then(({ statusCode, headers }) => [statusCode, headers['retry-after']]);
    const open = Array.from({ length: 50 }, (_, user) => [read(`user ${user}`), read(`user ${user}`)]).flat();
    await expect.poll(() => received).toBe(100);
    // The first request beyond the limit is accepted, because a burst may pass.
    open.push(read('user 0'));
    await expect.poll(() => received).toBe(101);
    now += 500;
    const [third, newcomer] = [read('user 1'), read('newcomer')];
    await expect.poll(() => received).toBe(shedsLoad ? 102 : 103);
    end.resolve();
    expect(await third).toEqual(shedsLoad ? [503, '5'] : [200, undefined]);
    expect(await newcomer).toEqual([200, undefined]);
    expect((await Promise.all(open)).every(([status]) => status === 200)).toBe(true);
    await app.close();
  },
);

it('Costly requests that arrive together begin one per turn of the event loop, and accounts take turns', async () => {
  const app = createBareApp();
  limitCostlyRoutes(app, access, { shedsLoad: true });
  const begun: { readonly account: string; readonly turn: number }[] = [];
  let turn = 0;
  for (const url of ['/api/watchlist', '/api/portfolios/:id/holdings'])
    app.get(url, ({ headers }) => {
      begun.push({ account: String(headers.authorization), turn });
      return {};
    });
  await app.ready();
  const count = () => {
    turn += 1;
    if (begun.length < 10) setImmediate(count);
  };
  const ask = (url: string, authorization: string) => app.inject({ url, headers: { authorization } });
  const many = [1, 2, 3].flatMap(() => [
    ask('/api/watchlist', 'many'),
    ask('/api/portfolios/:id/holdings', 'many'),
    ask('/api/watchlist', 'more'),
  ]);
  const last = ask('/api/watchlist', 'one');
  setImmediate(count);
  await Promise.all([...many, last]);
  expect(new Set(begun.map((one) => one.turn)).size).toBe(10);
  expect(begun.findIndex(({ account }) => account === 'one')).toBeLessThan(4);
  await app.close();
});
