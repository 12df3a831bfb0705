import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCoinGeckoProvider } from '../../coingecko/provider.ts';
import { type MarketProvider, UpstreamError } from '../../provider.ts';
import { createSimulatedProvider } from '../provider.ts';
import type { FaultKind } from './faults.ts';
import { type SimulatorServer, startSimulatorServer } from './simulator-server.ts';

const instant = Date.UTC(2026, 10, 21, 8, 13, 27);
const clock = { now: () => instant };
const signal = new AbortController().signal;

let simulator: SimulatorServer;
let provider: MarketProvider;

// Shared by the file: the first list of coins takes a second or two to search for all-time highs and lows.
beforeAll(async () => {
  simulator = await startSimulatorServer({ clock });
  provider = createCoinGeckoProvider({ baseUrl: simulator.url, apiKey: undefined, plan: 'public', clock });
});
afterEach(() => {
  simulator.clearFaults();
  simulator.setClock({ offsetMs: 0 });
});
afterAll(() => simulator.close());

const origin = () => new URL(simulator.url).origin;
// biome-ignore lint/suspicious/noExplicitAny: tests look into raw answers
const read = async (path: string): Promise<any> => (await fetch(`${simulator.url}${path}`)).json();
const control = async (path: string, method = 'GET', body?: unknown) => {
  const response = await fetch(`${origin()}${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into raw answers
  return { status: response.status, body: (await response.json()) as any };
};
const markets = '/coins/markets?vs_currency=usd';

/** Prices by coin id, as the raw answer has them. */
async function pricesNow(query = ''): Promise<Map<string, number | null>> {
  const rows: { id: string; current_price: number | null }[] = await read(`${markets}&per_page=250${query}`);
  return new Map(rows.map((row) => [row.id, row.current_price]));
}

describe('The simulator through the CoinGecko SDK', () => {
  it('returns the rates of the simulated provider', async () => {
    const own = createSimulatedProvider({ clock });
    const [served, direct] = await Promise.all([provider.getRates(signal), own.getRates(signal)]);
    expect([...served.keys()].sort()).toEqual([...direct.keys()].sort());
    for (const [code, rate] of direct) expect(Number(served.get(code)) / Number(rate)).toBeCloseTo(1, 5);
    expect(direct.get('usd')).toBe('1');
  });

  it('returns history in a currency like the simulated provider', async () => {
    const own = createSimulatedProvider({ clock });
    const [served, direct] = await Promise.all(
      [provider, own].map((each) => each.getHistory('bitcoin', 7, 'auto', signal, 'eur')),
    );
    expect(served?.prices.slice(0, 100)).toEqual(direct?.prices.slice(0, 100));
    const dollars = await provider.getHistory('bitcoin', 7, 'auto', signal);
    expect(served?.prices[0]?.[1]).not.toBe(dollars?.prices[0]?.[1]);
  });

  it('agrees with the simulated provider', async () => {
    const own = createSimulatedProvider({ clock });
    const [served, direct] = await Promise.all([provider.listCoins(signal), own.listCoins(signal)]);
    expect(served.rejected).toBe(0);
    expect(served.rows).toHaveLength(250);
    const figures = (rows: typeof served.rows) => rows.map(({ image, sparkline_in_7d, ...row }) => row);
    expect(figures(served.rows)).toEqual(figures(direct.rows));
    expect(served.rows[0]?.image).toBe(`${origin()}/images/bitcoin.png`);
    expect(await provider.getGlobal(signal)).toEqual(await own.getGlobal(signal));
    for (const interval of ['auto', 'daily'] as const) {
      const history = await provider.getHistory('bitcoin', 7, interval, signal);
      expect(history).toEqual(await own.getHistory('bitcoin', 7, interval, signal));
    }
    expect(await provider.listCandles('bitcoin', 30, signal)).toEqual(
      await own.listCandles('bitcoin', 30, signal),
    );
    const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
    expect(ids((await provider.listTrending(signal)).rows)).toEqual(
      ids((await own.listTrending(signal)).rows),
    );
    expect(ids((await provider.searchCoins('bit', signal)).rows)).toEqual(
      ids((await own.searchCoins('bit', signal)).rows),
    );
  });

  it('describes a coin, and finds none for an unknown id', async () => {
    const coin = await provider.getCoin('bitcoin', signal);
    expect(coin).toMatchObject({ id: 'bitcoin', links: { homepage: ['https://bitcoin.org/'] } });
    expect(await provider.getCoin('no-such-coin', signal)).toBeNull();
  });
});

describe('The simulator as an API', () => {
  it('pages, orders and picks coins', async () => {
    const ids = async (query: string) =>
      (await read(`${markets}${query}`)).map(({ id }: { id: string }) => id);
    const all = await ids('&per_page=250');
    expect(await ids('')).toEqual(all.slice(0, 100));
    expect(await ids('&per_page=10&page=2')).toEqual(all.slice(10, 20));
    expect(await ids('&per_page=999')).toHaveLength(250);
    expect(await ids('&ids=ethereum,bitcoin,nope')).toEqual(['bitcoin', 'ethereum']);
    expect((await ids('&order=market_cap_asc&per_page=1'))[0]).not.toBe('bitcoin');
    const byVolume = await read(`${markets}&order=volume_desc&per_page=5`);
    const volumes = byVolume.map((row: { total_volume: number }) => row.total_volume);
    expect(volumes).toEqual([...volumes].sort((a, b) => b - a));
  });

  it('adds sparklines and changes only on request', async () => {
    const [plain] = await read(`${markets}&per_page=1`);
    expect(plain).not.toHaveProperty('sparkline_in_7d');
    expect(plain).not.toHaveProperty('price_change_percentage_7d_in_currency');
    const [full] = await read(`${markets}&per_page=1&sparkline=true&price_change_percentage=1h,7d`);
    expect(full.sparkline_in_7d.price).toHaveLength(169);
    expect(full).toHaveProperty('price_change_percentage_7d_in_currency');
    expect(full).not.toHaveProperty('price_change_percentage_24h_in_currency');
  });

  it.each([
    ['/coins/no-such-coin', 404, 'coin not found'],
    ['/coins/bitcoin/nothing?vs_currency=usd', 404, 'coin not found'],
    ['/coins/markets', 422, 'Missing parameter vs_currency'],
    ['/coins/bitcoin/market_chart?vs_currency=zzz&days=1', 422, 'invalid vs_currency'],
    ['/coins/bitcoin/market_chart?days=1', 422, 'Missing parameter vs_currency'],
    ['/coins/markets?vs_currency=eur', 422, 'invalid vs_currency'],
    ['/coins/bitcoin/market_chart?vs_currency=usd&days=x', 422, 'invalid days'],
    ['/coins/bitcoin/ohlc?vs_currency=usd&days=8', 422, 'invalid days'],
  ])('refuses %s as CoinGecko does', async (path, status, error) => {
    const response = await fetch(`${simulator.url}${path}`);
    expect([response.status, await response.json()]).toEqual([status, { error }]);
  });

  it('draws a logo for every coin', async () => {
    const response = await fetch(`${origin()}/images/bitcoin.png`);
    expect(response.headers.get('content-type')).toBe('image/png');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(bytes.readUInt32BE(16)).toBe(64);
  });
});

describe('A fault', () => {
  it.each<[FaultKind, string]>([
    ['500', 'unavailable'],
    ['reset', 'unavailable'],
    ['truncated', 'unreadable'],
    ['html', 'unreadable'],
  ])('%s reaches the provider as %s', async (kind, failure) => {
    simulator.setFault(kind);
    const error = await provider.listCoins(signal).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UpstreamError);
    expect(error).toMatchObject({ failure });
    simulator.clearFaults();
    expect((await provider.listCoins(signal)).rows).toHaveLength(250);
  });

  it('nan makes an answer that is not JSON, from which no price can be read', async () => {
    simulator.setFault('nan');
    expect(await (await fetch(`${simulator.url}/coins/bitcoin`)).text()).toContain('{"usd":NaN}');
    const { rows } = await provider.listCoins(signal);
    expect(rows.filter((row) => row.current_price !== null)).toEqual([]);
  });

  it('429 carries its Retry-After', async () => {
    simulator.setFault('429', { retryAfter: 7 });
    await expect(provider.getGlobal(signal)).rejects.toMatchObject({
      failure: 'rate_limited',
      retryAfterMs: 7000,
    });
  });

  it.each<FaultKind>(['hang', 'slow'])('%s lasts until the caller gives up', async (kind) => {
    simulator.setFault(kind);
    const before = simulator.calls().length;
    const controller = new AbortController();
    const call = provider.listCoins(controller.signal);
    await expect.poll(() => simulator.calls().length).toBe(before + 1);
    controller.abort();
    await expect(call).rejects.toBeInstanceOf(UpstreamError);
  });

  it('changes the prices of the coins it names, or of all if it names none', async () => {
    const good = await pricesNow();
    const ratio = (corrupted: Map<string, number | null>, id: string) => corrupted.get(id)! / good.get(id)!;
    const cases: [FaultKind, number][] = [
      ['million', 1e6],
      ['shift', 100],
      ['zero', 0],
      ['negative', -1],
      ['crash', 0.01],
    ];
    for (const [kind, factor] of cases) {
      simulator.clearFaults();
      simulator.setFault(kind, { coins: ['solana'] });
      const some = await pricesNow();
      expect(ratio(some, 'solana')).toBeCloseTo(factor, 6);
      expect(ratio(some, 'bitcoin')).toBe(1);
      simulator.setFault(kind);
      expect(ratio(await pricesNow(), 'bitcoin')).toBeCloseTo(factor, 6);
    }
  });

  it('swaps coins, leaves one out, hides a price, breaks a peg or empties the lists', async () => {
    const good = await pricesNow();
    simulator.setFault('swapped');
    expect((await pricesNow()).get('bitcoin')).toBe(good.get('ethereum'));
    simulator.clearFaults();
    simulator.setFault('missing', { coins: ['solana'] });
    expect((await pricesNow()).has('solana')).toBe(false);
    simulator.clearFaults();
    simulator.setFault('nulls', { coins: ['solana'] });
    expect((await pricesNow()).get('solana')).toBeNull();
    simulator.clearFaults();
    simulator.setFault('depeg');
    const depegged = await pricesNow();
    expect(depegged.get('usd-coin')).toBeLessThan(0.9);
    expect(depegged.get('bitcoin')).toBe(good.get('bitcoin'));
    simulator.setFault('empty');
    expect(await read(markets)).toEqual([]);
    expect(await read('/search/trending')).toMatchObject({ coins: [] });
  });

  it('frozen repeats the same answer forever', async () => {
    simulator.setFault('frozen');
    const before = await read(`${markets}&per_page=3`);
    simulator.setClock({ offsetMs: 3_600_000 });
    expect(await read(`${markets}&per_page=3`)).toEqual(before);
    simulator.clearFaults();
    expect(await read(`${markets}&per_page=3`)).not.toEqual(before);
  });

  it('affects the given share of calls, evenly', async () => {
    simulator.setFault('500', { rate: 0.25 });
    const statuses = [];
    for (let i = 0; i < 8; i++) statuses.push((await fetch(`${simulator.url}/ping`)).status);
    expect(statuses).toEqual([200, 200, 200, 500, 200, 200, 200, 500]);
  });
});

describe('The simulator under control', () => {
  it('turns faults on and off over HTTP', async () => {
    const set = await control('/__faults', 'POST', { kind: '429', retryAfter: 3 });
    expect(set.body.faults).toEqual([{ kind: '429', rate: 1, retryAfter: 3, coins: [] }]);
    const refused = await fetch(`${simulator.url}/ping`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3']);
    expect((await control('/__faults', 'DELETE')).body.faults).toEqual([]);
    expect((await fetch(`${simulator.url}/ping`)).status).toBe(200);
  });

  it('counts the calls of each endpoint, and the maximum per minute', async () => {
    const before = (await control('/__faults')).body.calls;
    await read('/coins/bitcoin');
    await read('/coins/ethereum');
    const { calls } = (await control('/__faults')).body;
    expect(calls.total).toBe(before.total + 2);
    expect(calls.byEndpoint['/coins/{id}']).toBe((before.byEndpoint['/coins/{id}'] ?? 0) + 2);
    expect(calls.maxInAMinute).toBeGreaterThanOrEqual(2);
    expect(simulator.calls().at(-1)?.endpoint).toBe('/coins/{id}');
  });

  it('refuses a fault it does not know', async () => {
    expect((await control('/__faults', 'POST', { kind: 'gremlins' })).status).toBe(400);
  });

  it('moves the market by its clock', async () => {
    const now = (await pricesNow()).get('bitcoin');
    expect((await control('/__clock', 'POST', { offsetMs: -86_400_000 })).body).toEqual({
      offsetMs: -86_400_000,
      speed: 1,
    });
    const yesterday = await read(`${markets}&ids=bitcoin`);
    expect(yesterday[0].last_updated).toBe('2026-11-20T08:13:27.000Z');
    expect(yesterday[0].current_price).not.toBe(now);
  });
});
