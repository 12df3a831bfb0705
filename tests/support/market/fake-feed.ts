import type { Lease } from '#server/platform/jobs/lease.ts';
import type { WakeUps } from '#server/platform/jobs/wake-ups.ts';
import { shareBudget } from '../../../server/market/call-budget/budget-shares.ts';
import { createCallBudget } from '../../../server/market/call-budget/call-budget.ts';
import { createFeed, type Feed } from '../../../server/market/feed/feed.ts';
import { createLocalUpstream, createUpstream } from '../../../server/market/feed/upstream.ts';
import type { MarketMetrics } from '../../../server/market/metrics.ts';
import { UpstreamError } from '../../../server/market/provider.ts';
import type { MarketStore } from '../../../server/market/store.ts';
import { fakeCoin } from './fake-market.ts';
import { createMemoryLease, createMemoryStore, FakeProvider } from './fake-provider.ts';

export const silentMetrics: MarketMetrics = {
  countCall: () => undefined,
  countRefresh: () => undefined,
  countRejectedRows: () => undefined,
  setQuarantinedCoins: () => undefined,
};

export interface FakeFeedOptions {
  mode?: 'auto' | 'coingecko' | 'simulated';
  store?: MarketStore;
  lease?: Lease;
  holder?: string;
  /** Number of servers. Default: one. */
  servers?: number;
  wakeUps?: WakeUps;
  metrics?: MarketMetrics;
  refreshMs?: number;
  callsPerMinute?: number;
  requesterNetwork?: () => string | undefined;
}

/** Opens a feed with two fake providers. Its clock is `Date.now()`, which tests fake. */
export function openFakeFeed(options: FakeFeedOptions = {}) {
  const clock = { now: () => Date.now() };
  const refreshMs = options.refreshMs ?? 60_000;
  const real = new FakeProvider();
  const simulated = new FakeProvider('simulated');
  simulated.coins = [fakeCoin('bitcoin', { current_price: 1 })];
  const stopping = new AbortController();
  const feed: Feed = createFeed({
    mode: options.mode ?? 'auto',
    refreshMs,
    spacingMs: refreshMs,
    real: createUpstream({
      provider: real,
      budget: createCallBudget(shareBudget(options.callsPerMinute ?? 500, refreshMs), clock),
      clock,
      metrics: silentMetrics,
      requesterNetwork: options.requesterNetwork ?? (() => undefined),
      stopping: stopping.signal,
    }),
    simulated: createLocalUpstream(simulated),
    store: options.store ?? createMemoryStore(),
    lease: options.lease ?? createMemoryLease(),
    holder: options.holder ?? 'this',
    servers: { alive: () => options.servers ?? 1 },
    clock,
    metrics: options.metrics ?? silentMetrics,
    ...(options.wakeUps && { wakeUps: options.wakeUps }),
    logger: { warn: () => undefined, info: () => undefined },
    random: () => 0,
  });
  return {
    feed,
    clock,
    real,
    simulated,
    stop: async () => {
      stopping.abort();
      await feed.stop();
    },
    breakDown: (error: unknown = new UpstreamError('unavailable', '500')) => {
      real.before = () => Promise.reject(error);
    },
    hang: () => {
      real.before = () => new Promise(() => undefined);
    },
    heal: () => {
      real.before = () => undefined;
    },
  };
}
