import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHeldLease } from '#server/platform/jobs/held-lease.ts';
import type { Lease } from '#server/platform/jobs/lease.ts';
import { dayNumberOf } from '#server/platform/utc-day.ts';
import { createMemoryLease, FakeProvider } from '../../../tests/support/market/fake-provider.ts';
import { createLocalUpstream } from '../feed/upstream.ts';
import { UpstreamError } from '../provider.ts';
import { createRateRefresher } from './rate-refresher.ts';
import type { DailyRate, RateStore } from './store.ts';

const refreshMs = 300_000;
const start = Date.UTC(2026, 0, 2, 23, 50);
const stops: (() => Promise<void>)[] = [];
beforeEach(() => vi.useFakeTimers({ now: start }));
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  vi.useRealTimers();
});

/** A store in memory. */
function createMemoryRates(): RateStore & { rows: Map<string, DailyRate> } {
  const rows = new Map<string, DailyRate>();
  return {
    rows,
    async saveRates(rates) {
      for (const rate of rates) rows.set(`${rate.currency} ${rate.day} ${rate.source}`, rate);
    },
    addRates: async () => new Set(),
    listRates: async () => [],
    hasCurrency: async () => false,
    async listLatest(source) {
      const own = [...rows.values()].filter((row) => row.source === source);
      const last = Math.max(...own.map(({ day }) => day));
      return own.filter(({ day }) => day === last);
    },
  };
}

async function open({
  provider = new FakeProvider(),
  store = createMemoryRates(),
  lease = createMemoryLease(),
  holder = 'this',
} = {}) {
  const clock = { now: () => Date.now() };
  const shown = { upstream: createLocalUpstream(provider) };
  const logger = { warn: () => undefined };
  const refresher = createRateRefresher({
    upstream: () => shown.upstream,
    store,
    lease: createHeldLease({ name: 'rates', lease: lease as Lease, holder, clock, logger }),
    clock,
    refreshMs,
    logger,
    random: () => 0,
  });
  stops.push(refresher.stop);
  await refresher.start();
  return { refresher, provider, store, shown };
}

const eur = (refresher: { held(): { rates: ReadonlyMap<string, { rate: string }> } }) =>
  refresher.held().rates.get('eur')?.rate;

describe('refreshing rates', () => {
  it('fetches at its interval and keeps one rate per day, the last', async () => {
    const { refresher, provider, store } = await open();
    expect(eur(refresher)).toBe('0.8');
    provider.rates = new Map([...provider.rates, ['eur', '0.81']]);
    await vi.advanceTimersByTimeAsync(refreshMs);
    provider.rates = new Map([...provider.rates, ['eur', '0.82']]);
    await vi.advanceTimersByTimeAsync(refreshMs);
    expect(provider.count('getRates')).toBe(3);
    const day = dayNumberOf(start);
    expect(store.rows.get(`eur ${day} coingecko`)?.rate).toBe('0.81');
    expect(store.rows.get(`eur ${day + 1} coingecko`)?.rate).toBe('0.82');
  });

  it('has the stored rates before it starts, and fetches new ones anyway', async () => {
    const { store, refresher: first } = await open();
    await first.stop();
    const clock = { now: () => Date.now() };
    const provider = new FakeProvider();
    provider.rates = new Map([...provider.rates, ['eur', '0.85']]);
    const logger = { warn: () => undefined };
    const second = createRateRefresher({
      upstream: () => createLocalUpstream(provider),
      store,
      lease: createHeldLease({ name: 'rates', lease: createMemoryLease(), holder: 'that', clock, logger }),
      ...{ clock, refreshMs, logger, random: () => 0 },
    });
    stops.push(second.stop);
    await second.prepare();
    expect([eur(second), provider.count('getRates')]).toEqual(['0.8', 0]);
    await second.start();
    expect(eur(second)).toBe('0.85');
  });

  it('shows no rate that the provider has left out for an hour, but still checks it when it returns', async () => {
    const { refresher, provider } = await open();
    const all = provider.rates;
    provider.rates = new Map([...all].filter(([code]) => code !== 'eur'));
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(eur(refresher)).toBe('0.8');
    await vi.advanceTimersByTimeAsync(refreshMs);
    expect(eur(refresher)).toBeUndefined();
    provider.rates = new Map([...all, ['eur', '80']]);
    await vi.advanceTimersByTimeAsync(refreshMs);
    expect(eur(refresher)).toBeUndefined();
    provider.rates = all;
    await vi.advanceTimersByTimeAsync(refreshMs);
    expect(eur(refresher)).toBe('0.8');
  });

  it('keeps the last rates while the provider fails, and recovers', async () => {
    const { refresher, provider } = await open();
    provider.before = () => Promise.reject(new UpstreamError('unavailable', '500'));
    await vi.advanceTimersByTimeAsync(refreshMs);
    expect(refresher.held()).toMatchObject({ isFailing: true, asOf: start });
    expect(eur(refresher)).toBe('0.8');
    provider.before = () => undefined;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(refresher.held().isFailing).toBe(false);
  });

  it('waits as long as the provider asks', async () => {
    const { provider } = await open();
    provider.before = () => Promise.reject(new UpstreamError('rate_limited', '429', 60_000));
    await vi.advanceTimersByTimeAsync(refreshMs);
    const countBefore = provider.count('getRates');
    await vi.advanceTimersByTimeAsync(59_000);
    expect(provider.count('getRates')).toBe(countBefore);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(provider.count('getRates')).toBe(countBefore + 1);
  });

  it('follows another process that holds the lease', async () => {
    const lease = createMemoryLease();
    const store = createMemoryRates();
    const first = await open({ lease, store, holder: 'one' });
    const second = await open({ lease, store, holder: 'two' });
    expect(second.provider.count('getRates')).toBe(0);
    expect(eur(second.refresher)).toBe('0.8');
    first.provider.rates = new Map([
      ['usd', '1'],
      ['eur', '0.81'],
    ]);
    await vi.advanceTimersByTimeAsync(refreshMs + 5_000);
    expect(eur(second.refresher)).toBe('0.81');
    expect(second.provider.count('getRates')).toBe(0);
  });

  it('shows stored rates before the provider answers', async () => {
    const { store } = await open();
    const provider = new FakeProvider();
    provider.before = () => Promise.reject(new UpstreamError('unavailable', '500'));
    const { refresher } = await open({ store, provider });
    expect(eur(refresher)).toBe('0.8');
    expect(refresher.held()).toMatchObject({ isFailing: true, asOf: start });
  });

  it('stores simulated rates separately from real ones', async () => {
    const simulated = new FakeProvider('simulated');
    simulated.rates = new Map([
      ['usd', '1'],
      ['eur', '0.5'],
    ]);
    const { refresher, store, shown } = await open({ provider: simulated });
    expect(refresher.held().source).toBe('simulated');
    shown.upstream = createLocalUpstream(new FakeProvider());
    // Simulated rates must not convert real prices, not even until the first real ones.
    expect(refresher.held()).toMatchObject({ source: 'coingecko', rates: new Map(), asOf: null });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(refresher.held().source).toBe('coingecko');
    expect(eur(refresher)).toBe('0.8');
    const day = dayNumberOf(start);
    expect(store.rows.get(`eur ${day} simulated`)?.rate).toBe('0.5');
    expect(store.rows.get(`eur ${day} coingecko`)?.rate).toBe('0.8');
  });
});
