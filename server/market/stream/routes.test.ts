import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { QuotesEvent, Rates } from '#contract/market.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { EventStreamOptions } from '#server/platform/streams/event-stream.ts';
import { createBareApp } from '../../../tests/support/bare-app.ts';
import { FakeMarket, fakeCoin, fakeNow, fakeSnapshot } from '../../../tests/support/market/fake-market.ts';
import { FakeRates, fakeRateService } from '../../../tests/support/market/fake-rates.ts';
import { openEventClient } from '../../../tests/support/streams/event-client.ts';
import { FakePersonalEvents } from '../../../tests/support/streams/fake-personal-events.ts';
import { registerStreamRoutes } from './routes.ts';

const closers: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closers.splice(0).reverse()) await close();
});

/** A server whose tokens are `USER.SESSION`, for the sessions in `live`. */
async function serve(market = new FakeMarket(), stream: EventStreamOptions = {}, rates = new FakeRates()) {
  const app = createBareApp();
  const events = new FakePersonalEvents();
  const live = new Set(['ada.1', 'ada.2', 'eve.1']);
  const sessions = { isDown: false };
  const registry = new Registry();
  registerStreamRoutes(app, {
    market,
    rates: fakeRateService(rates),
    registry,
    stream,
    requireUser: async ({ headers }) => {
      const sessionId = headers.authorization?.replace('Bearer ', '') ?? '';
      const [id = ''] = sessionId.split('.');
      if (!live.has(sessionId)) throw new AppError('unauthorized', 'Please sign in.');
      return { id, sessionId, email: '', tier: 'free', verified: true, provedAt: null };
    },
    personal: {
      events,
      findLiveSessions: async (ids) => {
        if (sessions.isDown) throw new Error('no database');
        return new Set(ids.filter((id) => live.has(id)));
      },
    },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  closers.push(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const open = async (headers: Record<string, string> = {}, path = '/api/stream') => {
    const client = openEventClient(port, path, headers);
    closers.push(client.close);
    await client.until(/^id: [qa\d.]+\n\n|"code"/m);
    return client;
  };
  const openAs = (token: string, lastEventId?: string, path?: string) =>
    open({ Authorization: `Bearer ${token}`, ...(lastEventId && { 'Last-Event-ID': lastEventId }) }, path);
  return { market, events, live, sessions, registry, open, openAs };
}

type ReceivedEvent = { name: string; data: QuotesEvent & { state?: string } };

/** Without the rates, which accompany the status. */
const read = (body: string) => readAll(body).filter(({ name }) => name !== 'rates');

function readAll(body: string): ReceivedEvent[] {
  const events = [...body.matchAll(/event: (.*)\ndata: (.*)\n\n/g)];
  return events.map(([, name = '', data = '']) => ({ name, data: JSON.parse(data) }));
}

/** The user's own alerts received. */
const readAlerts = (body: string) =>
  read(body)
    .filter(({ name }) => name === 'alert')
    .map(({ data }) => data as unknown as string);
const lastIdOf = (body: string) => [...body.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? '';
const later = (ms: number, coins = fakeSnapshot().coins) => fakeSnapshot({ asOf: fakeNow + ms, coins });
const asOfText = (ms: number) => new Date(fakeNow + ms).toISOString();

describe('GET /api/stream', () => {
  it('immediately sends the status and the rates, and nothing else', async () => {
    const { open } = await serve();
    expect(readAll((await open()).body())).toEqual([
      { name: 'status', data: { source: 'coingecko', state: 'live', asOf: asOfText(0) } },
      { name: 'rates', data: expect.objectContaining({ base: 'usd', state: 'live', asOf: asOfText(0) }) },
    ]);
  });

  it('sends the rates when they change, once, and missed ones to a returning client', async () => {
    const rates = new FakeRates({ usd: '1', eur: '0.86' });
    const { open, market } = await serve(new FakeMarket(), {}, rates);
    const client = await open();
    rates.set({ usd: '1', eur: '0.86' }, fakeNow);
    rates.set({ usd: '1', eur: '0.87' }, fakeNow + 1000);
    market.publish(later(2_000));
    const received = await client.until('event: quotes');
    const ratesIn = (body: string) =>
      readAll(body)
        .filter(({ name }) => name === 'rates')
        .map(({ data }) => (data as unknown as Rates).rates.eur);
    expect(ratesIn(received)).toEqual([0.86, 0.87]);
    const firstId = [...received.matchAll(/^id: (.*)$/gm)][0]?.[1] ?? '';
    rates.set({ usd: '1', eur: '0.88' }, fakeNow + 3000);
    const back = await open({ 'Last-Event-ID': firstId });
    // The current state comes first, then everything missed, in order.
    expect(ratesIn(await back.until(/0\.87.*0\.88/s))).toEqual([0.88, 0.87, 0.88]);
  });

  it('sends the coins that changed with each snapshot, and only their quotes', async () => {
    const { market, open } = await serve();
    const client = await open();
    const [bitcoin, ethereum] = later(0).coins;
    market.publish(
      later(1_000, [
        { ...bitcoin!, current_price: 101, high_24h: 120 },
        { ...ethereum!, ath: 5 },
      ]),
    );
    const [, event] = read(await client.until('event: quotes'));
    expect(event?.data).toEqual({
      source: 'coingecko',
      asOf: new Date(fakeNow + 1_000).toISOString(),
      quotes: [
        {
          id: 'bitcoin',
          current_price: 101,
          market_cap: 2_000_000,
          market_cap_rank: 1,
          total_volume: 50_000,
          price_change_percentage_24h: 1.01,
        },
      ],
    });
  });

  it('sends the new time of the data even if no quote changed', async () => {
    const { market, open } = await serve();
    const client = await open();
    market.publish(later(1_000));
    expect(read(await client.until('event: quotes')).at(-1)?.data.quotes).toEqual([]);
  });

  it('marks a quarantined coin, and clears the mark', async () => {
    const { market, open } = await serve();
    const client = await open();
    market.publish(later(1_000, [fakeCoin('bitcoin', { market_cap: 2_000_000, quarantined: true })]));
    market.publish(later(2_000, [fakeCoin('bitcoin', { market_cap: 2_000_000 })]));
    const quotes = read(await client.until(/quotes.*event: quotes/s)).flatMap(
      ({ data }) => data.quotes ?? [],
    );
    expect(quotes.map((quote) => quote.quarantined)).toEqual([true, undefined]);
  });

  it('sends a change of state once', async () => {
    const { market, open } = await serve();
    const client = await open();
    market.setState('stale');
    market.setState('stale');
    market.publish(later(1_000));
    const events = read(await client.until('event: quotes'));
    expect(events.map(({ name, data }) => data.state ?? name)).toEqual(['live', 'stale', 'live', 'quotes']);
  });

  it('sends every coin when the source changes, after announcing it', async () => {
    const { market, open } = await serve(new FakeMarket(fakeSnapshot({ source: 'simulated' })));
    const client = await open();
    market.publish(later(1_000));
    const [, status, quotes] = read(await client.until('event: quotes'));
    expect([status?.name, status?.data.source]).toEqual(['status', 'coingecko']);
    expect(quotes?.data.quotes).toHaveLength(2);
  });

  it('replays every snapshot missed within five minutes', async () => {
    const clock = { time: fakeNow, now: () => clock.time };
    const { market, open } = await serve(new FakeMarket(), { clock });
    const first = await open();
    first.close();
    for (let second = 1; second <= 299; second++) {
      clock.time += 1_000;
      market.publish(later(second * 1_000));
    }
    const again = await open({ 'Last-Event-ID': lastIdOf(first.body()) });
    const received = read(await again.until(`${asOfText(299_000)}","quotes"`));
    expect(received.map(({ data }) => data.asOf).slice(1)).toEqual(
      Array.from({ length: 299 }, (_, index) => asOfText((index + 1) * 1_000)),
    );
  });

  it('sends a client that was gone for longer a reset and all quotes', async () => {
    const clock = { time: fakeNow, now: () => clock.time };
    const { market, open } = await serve(new FakeMarket(), { clock });
    const first = await open();
    first.close();
    market.publish(later(1_000));
    clock.time += 301_000;
    const again = await open({ 'Last-Event-ID': lastIdOf(first.body()) });
    const [, reset, quotes, ...more] = read(again.body());
    expect(reset).toEqual({ name: 'reset', data: ['quotes'] });
    expect([quotes?.name, quotes?.data.quotes.length, more]).toEqual(['quotes', 2, []]);
  });

  it('is open while there is no data yet', async () => {
    const { market, open } = await serve(new FakeMarket(null));
    const client = await open({ 'Last-Event-ID': 'q12' });
    expect(read(client.body()).map(({ name }) => name)).toEqual(['status', 'reset']);
    market.publish(fakeSnapshot());
    expect(read(await client.until('event: quotes')).at(-1)?.data.quotes).toHaveLength(2);
  });

  it.each(['cross-site', 'same-site'])('refuses a page of another origin (%s)', async (site) => {
    const { open } = await serve();
    expect((await open({ 'Sec-Fetch-Site': site })).head()).toMatch(/^HTTP\/1.1 403/);
  });

  it('counts its clients', async () => {
    const { registry, open, openAs } = await serve();
    const [, , member] = [await open(), await open(), await openAs('ada.1')];
    const figures = async () =>
      [...(await registry.metrics()).matchAll(/^stream_clients\{kind="(\w+)"\} (\d+)$/gm)].map(
        ([, kind, count]) => `${kind} ${count}`,
      );
    expect(await figures()).toEqual(['member 1', 'guest 2']);
    member.close();
    await vi.waitFor(async () => expect(await figures()).toEqual(['member 0', 'guest 2']));
  });
});

describe('GET /api/stream of a user', () => {
  it.each(['nobody.1', ''])('is refused with a token that is not valid (%j)', async (token) => {
    const { openAs } = await serve();
    expect((await openAs(token)).head()).toMatch(/^HTTP\/1.1 401/);
  });

  it('sends each user their own alerts, on all their streams, and to nobody else', async () => {
    const { market, events, open, openAs } = await serve();
    const clients = [await openAs('ada.1'), await openAs('ada.2'), await openAs('eve.1'), await open()];
    events.happen('ada', 'one');
    events.happen('eve', 'two');
    events.happen('ada', 'three');
    await vi.waitFor(() =>
      expect(clients.map((client) => readAlerts(client.body()).length)).toEqual([2, 2, 1, 0]),
    );
    market.publish(later(1_000));
    const bodies = await Promise.all(clients.map((client) => client.until('event: quotes')));
    expect(bodies.map(readAlerts)).toEqual([['one', 'three'], ['one', 'three'], ['two'], []]);
    expect(bodies.map((body) => lastIdOf(body).replace(/^q\d+/, 'q'))).toEqual(['q.a3', 'q.a3', 'q.a3', 'q']);
  });

  it('keeps alerts and quotes in the order in which they happened', async () => {
    const { market, events, openAs } = await serve();
    const client = await openAs('ada.1');
    events.happen('ada', 'one');
    market.publish(later(1_000));
    events.happen('ada', 'two');
    market.publish(later(2_000));
    const received = read(await client.until(asOfText(2_000))).map(({ name }) => name);
    expect(received.filter((name) => name === 'quotes')).toHaveLength(2);
    expect(readAlerts(client.body())).toEqual(['one', 'two']);
    // The last event's id comes after everything that was sent.
    for (const part of client.body().split('\n\n')) {
      const [, id = ''] = /^id: q\d+\.a(\d+)$/m.exec(part) ?? [];
      const before = client.body().slice(0, client.body().indexOf(part) + part.length + 2);
      expect(readAlerts(before).length).toBe(Number(id) || readAlerts(before).length);
    }
  });

  it('resumes both kinds of events', async () => {
    const { market, events, openAs } = await serve();
    events.happen('ada', 'long ago');
    const first = await openAs('ada.1');
    events.happen('ada', 'seen');
    const seen = await first.until('seen');
    first.close();
    market.publish(later(1_000));
    events.happen('eve', 'not hers');
    events.happen('ada', 'missed');
    const again = await openAs('ada.1', lastIdOf(seen));
    events.happen('ada', 'new');
    const body = await again.until('new');
    expect(readAlerts(body)).toEqual(['missed', 'new']);
    expect(read(body).map(({ name }) => name)).toContain('quotes');
  });

  it('sends events that happen while missed ones are read after those, and only once', async () => {
    const { market, events, openAs } = await serve();
    events.happen('ada', 'one');
    let read = () => {};
    events.beforeSince = () => new Promise((resolve) => (read = resolve));
    const client = await openAs('ada.1', 'a0');
    await vi.waitFor(() => expect(events.subscriberCount).toBe(1));
    events.happen('ada', 'two');
    market.publish(later(1_000));
    read();
    const body = await client.until('event: quotes');
    expect(readAlerts(body)).toEqual(['one', 'two']);
  });

  it('reports missed alerts if there are too many to send', async () => {
    const { events, openAs } = await serve();
    for (let count = 1; count <= 101; count++) events.happen('ada', String(count));
    const client = await openAs('ada.1', 'a0');
    const body = await client.until(/id: q\d+\.a101\n\n/);
    expect(read(body).slice(1)).toEqual([{ name: 'reset', data: ['alert'] }]);
    events.happen('ada', 'new');
    expect(readAlerts(await client.until('new'))).toEqual(['new']);
  });

  it('reports alerts if more fire at once than it sends, also while missed ones are read', async () => {
    const { events, openAs } = await serve();
    let read = () => {};
    events.beforeSince = () => new Promise((resolve) => (read = resolve));
    const clients = [await openAs('ada.1'), await openAs('ada.2', 'a0')];
    await vi.waitFor(() => expect(events.subscriberCount).toBe(2));
    for (let count = 1; count <= 101; count++) events.happen('ada', String(count));
    read();
    const bodies = await Promise.all(clients.map((client) => client.until(/id: q\d+\.a101\n\n/)));
    events.happen('ada', 'new');
    for (const [index, client] of clients.entries()) {
      expect(readAll(bodies[index]!).filter(({ name }) => name === 'reset' || name === 'alert')).toEqual([
        { name: 'reset', data: ['alert'] },
      ]);
      expect(readAlerts(await client.until('new'))).toEqual(['new']);
    }
  });

  it('ends for a client that does not read its alerts, which gets them when it returns', async () => {
    const { events, openAs } = await serve();
    const sleeper = await openAs('ada.1');
    const start = lastIdOf(sleeper.body());
    sleeper.socket.pause();
    const text = 'x'.repeat(256 * 1024);
    // The system's buffers take some megabytes before the server notices that nobody reads.
    for (let sent = 0; events.subscriberCount === 1 && sent < 90; sent++) {
      events.happen('ada', `${text} ${sent}.`);
      await setImmediate();
      await setImmediate();
    }
    expect(events.subscriberCount).toBe(0);
    const again = await openAs('ada.1', start);
    expect(readAlerts(await again.until(' 0.'))[0]).toBe(`${text} 0.`);
  });

  it('resets a client whose position is ahead of all alerts, and sends it later ones', async () => {
    const { events, openAs } = await serve();
    events.happen('ada', 'old');
    const client = await openAs('ada.1', 'a9999999999999999');
    const body = await client.until(/id: q\d+\.a1\n\n/);
    expect(read(body).slice(1)).toEqual([{ name: 'reset', data: ['alert'] }]);
    events.happen('ada', 'new');
    expect(readAlerts(await client.until('new'))).toEqual(['new']);
  });

  it('sends nothing to a client whose session has ended, and ends', async () => {
    const { events, live, openAs } = await serve();
    const [ended, other] = [await openAs('ada.1'), await openAs('ada.2')];
    live.delete('ada.1');
    events.happen('ada', 'secret');
    await other.until('secret');
    await ended.closed;
    expect(readAlerts(ended.body())).toEqual([]);
    await vi.waitFor(() => expect(events.subscriberCount).toBe(1));
  });

  it('ends soon after the session has, without any event', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { live, openAs } = await serve();
    const client = await openAs('ada.1');
    live.delete('ada.1');
    vi.advanceTimersByTime(15_000);
    await client.closed;
  });

  it('survives an unavailable database, but sends nothing it cannot check', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { events, sessions, openAs } = await serve();
    const client = await openAs('ada.1');
    sessions.isDown = true;
    vi.advanceTimersByTime(15_000);
    await client.until(/^:\n\n/m);
    expect(client.socket.destroyed).toBe(false);
    events.happen('ada', 'later');
    await client.closed;
    sessions.isDown = false;
    expect(readAlerts(await (await openAs('ada.1', lastIdOf(client.body()))).until('later'))).toEqual([
      'later',
    ]);
  });

  it('omits the market if only alerts are requested', async () => {
    const { market, events, openAs, open } = await serve();
    const client = await openAs('ada.1', undefined, '/api/stream?events=alert');
    market.publish(later(1_000));
    events.happen('ada', 'one');
    const body = await client.until('one');
    expect(read(body).map(({ name }) => name)).toEqual(['alert']);
    expect(lastIdOf(body)).toBe('a1');
    expect((await open({}, '/api/stream?events=alert')).head()).toMatch(/^HTTP\/1.1 401/);
  });
});
