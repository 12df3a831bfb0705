import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { QuotesEvent } from '#contract/market.ts';
import { createBareApp } from '../../tests/support/bare-app.ts';
import { openEventClient } from '../../tests/support/event-client.ts';
import { FakeMarket, fakeCoin, fakeNow, fakeSnapshot } from '../../tests/support/fake-market.ts';
import { registerStreamRoutes } from './stream.ts';

const closers: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function serve(market = new FakeMarket()) {
  const app = createBareApp();
  registerStreamRoutes(app, { market });
  await app.listen({ port: 0, host: '127.0.0.1' });
  closers.push(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const open = async (headers: Record<string, string> = {}) => {
    const client = openEventClient(port, '/api/stream', headers);
    closers.push(client.close);
    await client.until(/id: \d+\n\n$|"code"/);
    return client;
  };
  return { market, open };
}

function read(body: string): { name: string; data: QuotesEvent & { state?: string } }[] {
  const events = [...body.matchAll(/event: (.*)\ndata: (.*)\n\n/g)];
  return events.map(([, name = '', data = '']) => ({ name, data: JSON.parse(data) }));
}

const later = (ms: number, coins = fakeSnapshot().coins) => fakeSnapshot({ asOf: fakeNow + ms, coins });

describe('GET /api/stream', () => {
  it('tells the status at once and nothing else', async () => {
    const { open } = await serve();
    expect(read((await open()).body())).toEqual([
      { name: 'status', data: { source: 'coingecko', state: 'live', asOf: new Date(fakeNow).toISOString() } },
    ]);
  });

  it('sends the coins that changed with each snapshot, and their quotes alone', async () => {
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

  it('tells the new age even where no quote changed', async () => {
    const { market, open } = await serve();
    const client = await open();
    market.publish(later(1_000));
    expect(read(await client.until('event: quotes')).at(-1)?.data.quotes).toEqual([]);
  });

  it('marks a coin that is held back, and clears the mark', async () => {
    const { market, open } = await serve();
    const client = await open();
    market.publish(later(1_000, [fakeCoin('bitcoin', { market_cap: 2_000_000, quarantined: true })]));
    market.publish(later(2_000, [fakeCoin('bitcoin', { market_cap: 2_000_000 })]));
    const quotes = read(await client.until(/quotes.*event: quotes/s)).flatMap(
      ({ data }) => data.quotes ?? [],
    );
    expect(quotes.map((quote) => quote.quarantined)).toEqual([true, undefined]);
  });

  it('tells a change of state, once', async () => {
    const { market, open } = await serve();
    const client = await open();
    market.setState('stale');
    market.setState('stale');
    market.publish(later(1_000));
    const events = read(await client.until('event: quotes'));
    expect(events.map(({ name, data }) => data.state ?? name)).toEqual(['live', 'stale', 'live', 'quotes']);
  });

  it('sends every coin when the source changes, after saying so', async () => {
    const { market, open } = await serve(new FakeMarket(fakeSnapshot({ source: 'simulated' })));
    const client = await open();
    market.publish(later(1_000));
    const [, status, quotes] = read(await client.until('event: quotes'));
    expect([status?.name, status?.data.source]).toEqual(['status', 'coingecko']);
    expect(quotes?.data.quotes).toHaveLength(2);
  });

  it('sends all quotes to one who was away too long', async () => {
    const { open } = await serve();
    const events = read((await open({ 'Last-Event-ID': '12' })).body());
    expect(events.map(({ name }) => name)).toEqual(['status', 'quotes']);
    expect(events[1]?.data.quotes).toHaveLength(2);
  });

  it('is open while there is no data yet', async () => {
    const { market, open } = await serve(new FakeMarket(null));
    const client = await open({ 'Last-Event-ID': '12' });
    expect(read(client.body()).map(({ data }) => data.state)).toEqual(['starting']);
    market.publish(fakeSnapshot());
    expect(read(await client.until('event: quotes')).at(-1)?.data.quotes).toHaveLength(2);
  });

  it.each(['cross-site', 'same-site'])('refuses a page of another origin (%s)', async (site) => {
    const { open } = await serve();
    expect((await open({ 'Sec-Fetch-Site': site })).head()).toMatch(/^HTTP\/1.1 403/);
  });
});
