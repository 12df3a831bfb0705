import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runOwnRead } from '#server/platform/http/requester.ts';
import { type FakeFeedOptions, openFakeFeed } from '../../tests/support/market/fake-feed.ts';
import { fakeCoin, fakeDetail } from '../../tests/support/market/fake-market.ts';
import type { ArchivedClose } from './closes/close-block.ts';
import { createFullHistory } from './history/full-history.ts';
import { UpstreamError } from './provider.ts';
import { createMarketService } from './service.ts';

const minute = 60_000;
const begin = Date.UTC(2026, 0, 3);
const running: { stop: () => Promise<void> }[] = [];
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers({ now: begin });
});
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ stop }) => stop()));
  vi.useRealTimers();
});

async function open(options: FakeFeedOptions = {}) {
  const opened = openFakeFeed({ mode: 'coingecko', ...options });
  running.push(opened);
  await opened.feed.start();
  return { ...opened, service: createMarketService(opened.feed, opened.clock) };
}

const unavailable = expect.objectContaining({ name: 'AppError', code: 'market_unavailable', status: 503 });

describe('getCoin', () => {
  it.each([
    ['a coin outside the list', '30 seconds', 'rare', 30_000],
    ["a listed coin, whose figures are the list's", 'a day', 'bitcoin', 24 * 60 * minute],
  ])('loads %s once for concurrent requests, and again after %s', async (_, __, id, freshMs) => {
    const { service, real } = await open();
    await Promise.all(Array.from({ length: 50 }, () => service.getCoin(id)));
    await pass(freshMs - 1_000);
    await service.getCoin(id);
    expect(real.count('getCoin')).toBe(1);
    await pass(2_000);
    await service.getCoin(id);
    expect(real.count('getCoin')).toBe(2);
  });

  it('reports to pages if a listed coin lacks its description because the network has no calls left', async () => {
    const { service, real } = await open();
    const read = async () => {
      const own = { isReduced: false };
      const coin = await runOwnRead(() => service.getCoin('bitcoin'), own);
      return [coin?.value.description.en !== '', own.isReduced];
    };
    real.before = () => Promise.reject(new UpstreamError('over_budget', 'used up'));
    expect(await read()).toEqual([false, true]);
    real.before = () => undefined;
    expect(await read()).toEqual([true, false]);
  });

  it('reports to pages if a coin outside the list, or a chart, is missing because the network has no calls left', async () => {
    const { service, real } = await open();
    const read = async (load: () => Promise<unknown>) => {
      const own = { isReduced: false };
      await expect(runOwnRead(load, own)).rejects.toEqual(unavailable);
      return own.isReduced;
    };
    real.before = () => Promise.reject(new UpstreamError('over_budget', 'used up'));
    expect(await read(() => service.getCoin('rare'))).toBe(true);
    expect(await read(() => service.getHistory('bitcoin', 7, 'daily'))).toBe(true);
    expect(await read(() => service.listCandles('bitcoin', 7))).toBe(true);
    real.before = () => Promise.reject(new UpstreamError('timeout', 'too slow'));
    expect(await read(() => service.getCoin('rare'))).toBe(false);
  });

  it('marks a coin that the last refresh left out, and keeps its price', async () => {
    const { service, real } = await open();
    real.coins = real.coins.slice(1);
    await pass(minute);
    expect((await service.getCoin('bitcoin'))?.value).toMatchObject({
      missing: true,
      market_data: { current_price: { usd: 100 } },
    });
  });

  it('agrees with the snapshot on price, market caps and changes, and on quarantine', async () => {
    const { service, real, feed } = await open();
    const first = await service.getCoin('bitcoin');
    expect(first?.value.market_data.current_price).toEqual({ usd: 100 });
    expect(first?.value.description).toEqual(fakeDetail('bitcoin').description);
    expect(first?.value).not.toHaveProperty('quarantined');
    real.coins = [fakeCoin('bitcoin', { current_price: 1e8 }), ...real.coins.slice(1)];
    await pass(minute);
    const second = await service.getCoin('bitcoin');
    expect(second?.value).toMatchObject({ quarantined: true, market_data: { current_price: { usd: 100 } } });
    expect(second?.fetchedAt).toBe(feed.snapshot()?.asOf);
  });

  it('returns the same object until something changes, so that it is encoded once', async () => {
    const { service } = await open();
    const first = await service.getCoin('bitcoin');
    expect((await service.getCoin('bitcoin'))?.value).toBe(first?.value);
    await pass(minute);
    expect((await service.getCoin('bitcoin'))?.value).not.toBe(first?.value);
  });

  it('falls back to the row of the snapshot if the provider does not answer', async () => {
    const { service, breakDown } = await open();
    breakDown();
    const bare = await service.getCoin('ethereum');
    expect(bare?.value).toMatchObject({
      id: 'ethereum',
      description: { en: '' },
      links: { homepage: [] },
      partial: true,
      market_data: { current_price: { usd: 100 } },
    });
  });

  it('is stale if the snapshot its figures come from is, and so are search hits', async () => {
    const { service, breakDown } = await open();
    expect((await service.getCoin('bitcoin'))?.isStale).toBe(false);
    expect((await service.searchCoins('bitcoin')).isStale).toBe(false);
    breakDown();
    await pass(3 * minute);
    expect(service.status().state).toBe('stale');
    expect((await service.getCoin('bitcoin'))?.isStale).toBe(true);
    expect((await service.searchCoins('bitcoin')).isStale).toBe(true);
  });

  it('returns an old answer, marked, rather than none, for a coin outside the snapshot', async () => {
    const { service, breakDown, hang } = await open();
    const first = await service.getCoin('rare');
    expect(first).toMatchObject({ isStale: false, fetchedAt: begin });
    await pass(5 * minute);
    breakDown();
    expect(await service.getCoin('rare')).toEqual({ ...first, isStale: true });
    hang();
    const slow = service.getCoin('rare');
    await pass(2_000);
    expect(await slow).toEqual({ ...first, isStale: true });
  });

  it('dates the price of a coin outside the snapshot if the provider does not, so that its age shows', async () => {
    const { service, breakDown } = await open();
    const date = new Date(begin).toISOString();
    const dated = { last_updated: date, market_data: { last_updated: date } };
    expect((await service.getCoin('rare'))?.value).toMatchObject(dated);
    breakDown();
    await pass(60 * minute);
    expect((await service.getCoin('rare'))?.value).toMatchObject(dated);
  });

  it('is market_unavailable with Retry-After if there never was an answer', async () => {
    const { service, breakDown } = await open();
    breakDown(new UpstreamError('rate_limited', '429', 119_000));
    await expect(service.getCoin('rare')).rejects.toEqual(unavailable);
    await expect(service.getCoin('rare')).rejects.toMatchObject({ retryAfter: 119 });
  });

  it('remembers for five minutes that a coin is unknown', async () => {
    const { service, real } = await open();
    real.detail = () => null;
    expect(await service.getCoin('nope')).toBeNull();
    expect(await service.getCoin('NOPE')).toBeNull();
    expect(await service.getHistory('nope', 7, 'daily')).toBeNull();
    expect(real.calls.filter((call) => call.includes('nope'))).toHaveLength(1);
    await pass(5 * minute);
    await service.getCoin('nope');
    expect(real.count('getCoin nope')).toBe(2);
  });

  it.each(['', 'a b', 'a/b', 'a?b', 'x'.repeat(121)])('asks nobody about %j', async (coinId) => {
    const { service, real } = await open();
    expect(await service.getCoin(coinId)).toBeNull();
    expect(await service.getHistory(coinId, 7, 'daily')).toBeNull();
    expect(await service.listCandles(coinId, 7)).toBeNull();
    expect(real.calls).toHaveLength(3);
  });

  it('accepts ids in any case, and keeps the capitals of those that have some', async () => {
    const { service, real } = await open();
    real.coins = [...real.coins, fakeCoin('bitCNY')];
    await pass(minute);
    expect((await service.getCoin('BITCOIN'))?.value.id).toBe('bitcoin');
    expect((await service.getCoin('bitcny'))?.value.id).toBe('bitCNY');
    await service.getHistory('bitcny', 7, 'daily');
    await service.listCandles('BITCNY', 7);
    const callsForBitcny = real.calls.filter((call) => /bitcny/i.test(call));
    expect(callsForBitcny.map((call) => call.split(' ').slice(0, 2).join(' '))).toEqual([
      'getCoin bitCNY',
      'getHistory bitCNY',
      'listCandles bitCNY',
    ]);
  });
});

describe('getHistory', () => {
  const hour = 3_600_000;
  const hourly = (days: number) =>
    Array.from({ length: days * 24 + 1 }, (_, index): [number, number] => [
      begin - (days * 24 - index) * hour,
      1,
    ]);

  it('cuts every span from one of a few, so that one call serves many requests', async () => {
    const { service, real } = await open();
    real.history = { prices: hourly(365), market_caps: [], total_volumes: hourly(365) };
    for (const days of [7, 30, 90, 365]) await service.getHistory('bitcoin', days, 'daily');
    for (const days of [2, 7, 20, 30]) await service.getHistory('bitcoin', days, 'auto');
    await service.getHistory('bitcoin', 1, 'auto');
    expect(real.calls.filter((call) => call.startsWith('getHistory'))).toEqual([
      'getHistory bitcoin 365 daily',
      'getHistory bitcoin 7 auto',
      'getHistory bitcoin 30 auto',
      'getHistory bitcoin 1 auto',
    ]);
    const week = await service.getHistory('bitcoin', 7, 'daily');
    expect(week?.value.prices).toHaveLength(7 * 24);
    expect(week?.value.total_volumes).toHaveLength(7 * 24);
    expect((await service.getHistory('bitcoin', 7, 'daily'))?.value).toBe(week?.value);
  });

  it('returns a year if the provider refuses the full history', async () => {
    const { service, real } = await open();
    real.before = (call) => {
      if (call.includes('max')) throw new UpstreamError('refused', '401 10012');
    };
    expect((await service.getHistory('bitcoin', 'max', 'daily'))?.value.prices).toHaveLength(1);
    expect(real.calls.slice(-2)).toEqual(['getHistory bitcoin max daily', 'getHistory bitcoin 365 daily']);
  });

  it('keeps the history it has if the new one is empty', async () => {
    const { service, real } = await open();
    await service.getHistory('bitcoin', 7, 'daily');
    real.history = { prices: [], market_caps: [], total_volumes: [] };
    await pass(6 * minute);
    expect(await service.getHistory('bitcoin', 7, 'daily')).toMatchObject({
      isStale: true,
      value: { prices: [[1, 2]] },
    });
  });
});

describe('the full history', () => {
  const archived: ArchivedClose = { day: 19_000, source: 'kraken', price: '7', at: 19_001 * 86_400_000 };

  async function openWithArchive(options: FakeFeedOptions = {}) {
    const opened = await open(options);
    const logger = { warn: () => undefined };
    const recorder = { noteHistory: () => undefined, noteCoin: () => undefined };
    const fullHistory = createFullHistory({ readArchive: async () => [archived], logger });
    return { ...opened, service: createMarketService(opened.feed, opened.clock, { recorder, fullHistory }) };
  }

  it('combines the archive and the provider; shorter spans come only from the provider', async () => {
    const { service } = await openWithArchive();
    const all = await service.getHistory('bitcoin', 'max', 'daily');
    expect(all?.value.prices).toContainEqual([archived.at, 7]);
    expect(all?.value.coverage?.sources).toEqual(['coingecko', 'kraken']);
    const year = await service.getHistory('bitcoin', 365, 'daily');
    expect(year?.value.coverage?.sources).toEqual(['coingecko']);
    expect((await service.getHistory('bitcoin', 'max', 'daily'))?.value).toBe(all?.value);
  });

  it('comes only from the archive, marked stale, if the provider fails', async () => {
    const { service, real } = await openWithArchive();
    real.before = (call) =>
      call.startsWith('getHistory') ? Promise.reject(new UpstreamError('unavailable', '503')) : undefined;
    const all = await service.getHistory('bitcoin', 'max', 'daily');
    expect(all).toMatchObject({ isStale: true, value: { prices: [[archived.at, 7]] } });
    await expect(service.getHistory('bitcoin', 7, 'daily')).rejects.toEqual(unavailable);
  });

  it('of a simulated market is only simulated', async () => {
    const { service, simulated } = await openWithArchive({ mode: 'simulated' });
    simulated.history = { prices: [[5, 5]], market_caps: [], total_volumes: [] };
    const all = await service.getHistory('bitcoin', 'max', 'daily');
    expect(all?.value.coverage?.sources).toEqual(['simulated']);
  });
});

describe('searchCoins', () => {
  it('reports if a network gets only the listed coins because it has no calls left', async () => {
    const { service, real } = await open();
    const read = async () => {
      const own = { isReduced: false };
      await runOwnRead(() => service.searchCoins('bitcoi'), own);
      return own.isReduced;
    };
    real.before = () => Promise.reject(new UpstreamError('over_budget', 'used up'));
    expect(await read()).toBe(true);
    real.before = () => undefined;
    expect(await read()).toBe(false);
  });

  it('asks the provider for words of three letters or more, once per five minutes', async () => {
    const { service, real } = await open();
    const ids = async (query: string) => (await service.searchCoins(query)).value.map(({ id }) => id);
    expect(await ids('eth')).toEqual(['ethereum', 'rare']);
    expect(await ids(' ETH ')).toEqual(['ethereum', 'rare']);
    expect(await ids('et')).toEqual(['ethereum']);
    expect(await ids('')).toEqual([]);
    expect(real.calls.filter((call) => call.startsWith('searchCoins'))).toEqual(['searchCoins eth']);
  });

  it('finds listed coins if the provider fails or hangs', async () => {
    const { service, breakDown, hang } = await open();
    breakDown();
    expect((await service.searchCoins('bitc')).value.map(({ id }) => id)).toEqual(['bitcoin']);
    hang();
    const slow = service.searchCoins('bitco');
    await pass(2_000);
    expect((await slow).value.map(({ id }) => id)).toEqual(['bitcoin']);
  });

  it('returns the same hits until something changes', async () => {
    const { service } = await open();
    expect((await service.searchCoins('bit')).value).toBe((await service.searchCoins('bit')).value);
  });
});

describe('the budget', () => {
  it('suffices for 1,000 visitors with a cold cache, while the refresh continues', async () => {
    const { service, real, feed } = await open({ callsPerMinute: 30 });
    real.coins = Array.from({ length: 250 }, (_, index) =>
      fakeCoin(index === 0 ? 'bitcoin' : index === 1 ? 'ethereum' : `coin-${index}`),
    );
    await pass(minute);
    const calls: number[] = [];
    real.before = () => {
      calls.push(Date.now());
    };
    for (let second = 0; second < 150; second += 7) {
      const visits = Array.from({ length: 1_000 }, (_, visitor) => {
        const coinId = `coin-${(visitor * 7 + second) % 250}`;
        const requests = [
          () => service.getCoin(coinId),
          () => service.getHistory(coinId, 1 + (visitor % 365), visitor % 2 ? 'daily' : 'auto'),
          () => service.listCandles(coinId, 7),
          () => service.searchCoins(`word ${visitor} ${second}`),
          () => service.getCoin(`made-up-${visitor}-${second}`),
        ];
        return requests[visitor % requests.length]?.();
      });
      await Promise.allSettled(visits);
      await pass(7_000);
    }
    for (const at of calls) {
      expect(calls.filter((other) => other >= at && other <= at + minute).length).toBeLessThanOrEqual(30);
    }
    expect(feed.status().state).toBe('live');
  });

  it('leaves most of the visitors’ share to existing coins, however many are invented', async () => {
    const { service, real } = await open({ callsPerMinute: 30 });
    for (let guess = 0; guess < 500; guess += 1)
      await service.getCoin(`guess-${guess}`).catch(() => undefined);
    for (let word = 0; word < 500; word += 1) await service.searchCoins(`word ${word}`);
    // A third of 23 each, minus the three kept for other networks.
    expect(real.count('getCoin guess')).toBe(4);
    expect(real.count('searchCoins')).toBe(4);
    await service.getHistory('bitcoin', 7, 'daily');
    expect(real.count('getHistory bitcoin')).toBe(1);
  });
});

describe('the simulated market', () => {
  it('answers all requests, and leaves nothing behind after the switch to the real one', async () => {
    const { service, real, simulated, breakDown, heal } = await open({ mode: 'simulated' });
    simulated.history = { prices: [[5, 5]], market_caps: [], total_volumes: [] };
    expect((await service.getHistory('bitcoin', 'max', 'daily'))?.value.prices).toEqual([[5, 5]]);
    expect((await service.getCoin('bitcoin'))?.value.market_data.current_price.usd).toBe(1);
    expect(real.calls).toHaveLength(0);

    const auto = openFakeFeed({ mode: 'auto' });
    running.push(auto);
    auto.simulated.history = simulated.history;
    auto.breakDown();
    await auto.feed.start();
    const changing = createMarketService(auto.feed, auto.clock);
    expect((await changing.getHistory('bitcoin', 'max', 'daily'))?.value.prices).toEqual([[5, 5]]);
    auto.heal();
    await pass(20_000);
    expect((await changing.getHistory('bitcoin', 'max', 'daily'))?.value.prices).toEqual([[1, 2]]);
    breakDown();
    heal();
  });
});
