import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { MarketConfig } from '#server/config/config.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Lease } from '#server/platform/jobs/lease.ts';
import { hasEnded, nameProcess } from '#server/platform/jobs/process-name.ts';
import { createCoinGeckoProvider } from './coingecko/provider.ts';
import { createMarketService } from './create-market-service.ts';
import { budgetWindowMs, createCallBudget, shareBudget } from './feed/call-budget.ts';
import { createFeed, type Feed } from './feed/feed.ts';
import { createLocalUpstream, createUpstream } from './feed/upstream.ts';
import { createMarketMetrics } from './metrics.ts';
import type { MarketService } from './service.ts';
import { createSimulatedProvider } from './simulator/provider.ts';
import type { Snapshot } from './snapshot.ts';
import type { MarketStore } from './store.ts';

export interface MarketDeps {
  readonly config: MarketConfig;
  readonly store: MarketStore;
  readonly lease: Lease;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  readonly registry?: Registry;
  /** Names this process among those that share the database; made up where it is not given. */
  readonly holder?: string;
  /** Gives 0 to 1; for the back-off's jitter. */
  readonly random?: () => number;
  /** In place of the network. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface Market {
  readonly service: MarketService;
  /** Resolves as soon as there is something to show, and after about three seconds at most. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Asks the provider now instead of after the back-off, where pauses and budget allow. */
  retryNow(): void;
}

/** The market, composed: provider, budget, refresh loop, quarantine, caches. Nothing happens before `start`. */
export function createMarket(deps: MarketDeps): Market {
  const { config, clock } = deps;
  const refreshMs = config.refreshSeconds * 1000;
  const shares = shareBudget(config.coingecko.callsPerMinute, refreshMs);
  const stopping = new AbortController();
  const held: { feed?: Feed } = {};
  const metrics = createMarketMetrics(
    deps.registry,
    () => clock.now(),
    () => held.feed?.snapshot()?.asOf ?? null,
  );
  const real = createUpstream({
    provider: createCoinGeckoProvider({
      ...config.coingecko,
      clock,
      ...(deps.fetch && { fetch: deps.fetch }),
    }),
    budget: createCallBudget(shares, clock),
    clock,
    metrics,
    stopping: stopping.signal,
  });
  const feed = createFeed({
    ...deps,
    mode: config.provider,
    refreshMs,
    // A budget smaller than the wish is spent evenly, not in a burst that leaves the rest of the minute bare.
    spacingMs: Math.max(refreshMs, shares.coins * refreshMs < 60_000 ? budgetWindowMs / shares.coins : 0),
    real,
    simulated: createLocalUpstream(
      createSimulatedProvider({ clock, quotedAt: () => quotedAt(held.feed?.snapshot()) }),
    ),
    holder: deps.holder ?? nameProcess(),
    hasEnded,
    metrics,
    random: deps.random ?? Math.random,
  });
  held.feed = feed;
  return {
    service: createMarketService(feed, clock),
    start: feed.start,
    retryNow: feed.retryNow,
    async stop() {
      stopping.abort();
      await feed.stop();
    },
  };
}

/** When the first coin of a snapshot was quoted (ms); simulated ones are quoted all at once. */
function quotedAt(snapshot: Snapshot | null | undefined): number | null {
  const at = snapshot?.coins[0]?.last_updated;
  return at ? Date.parse(at) : null;
}
