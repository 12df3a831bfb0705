import type { Logger } from 'pino';
import type { MarketSource } from '#contract/market.ts';
import type { Instant, Milliseconds } from '#contract/units.ts';
import { memoize } from '#server/platform/cache/memoize.ts';
import { type Clock, waitUntil } from '#server/platform/clock.ts';
import { getFollowMs, type HeldLease, renewEveryMs } from '#server/platform/jobs/held-lease.ts';
import type { WakeUps } from '#server/platform/jobs/wake-ups.ts';
import { slowBackOff } from '../feed/back-off.ts';
import { createRefreshLoop } from '../feed/refresh-loop.ts';
import type { Upstream } from '../feed/upstream.ts';
import { maxRetryAfterMs, UpstreamError } from '../provider.ts';
import type { MarketService } from '../service.ts';
import type { Snapshot } from '../snapshot.ts';
import { type CoinDirectory, indexCoins } from './service.ts';
import type { CoinListStore, StoredCoinList } from './store.ts';

export interface ListRefresher {
  /** All coins known now: at least those of the snapshot. */
  directory(): CoinDirectory;
  start(): void;
  stop(): Promise<void>;
}

export interface ListRefresherDeps {
  /** The upstream of the displayed market. */
  readonly upstream: () => Upstream;
  readonly store: CoinListStore;
  readonly lease: HeldLease;
  readonly wakeUps?: WakeUps;
  readonly market: Pick<MarketService, 'snapshot'>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
  readonly random: () => number;
}

const listLifeMs: Milliseconds = 24 * 60 * 60_000;

/** Fetches the list of all coins once a day, in one of the processes sharing a database. */
export function createListRefresher(deps: ListRefresherDeps): ListRefresher {
  const { store, lease, clock, logger } = deps;
  let held: (StoredCoinList & { readonly source: MarketSource }) | null = null;
  let failures = 0;
  let dueAt: Instant = 0;

  async function loadStored(source: MarketSource): Promise<void> {
    const asOf = await store.getAsOf(source);
    if (asOf === null || (held?.source === source && held.asOf >= asOf)) return;
    const stored = await store.load(source);
    if (stored) held = { ...stored, source };
  }

  async function refresh(upstream: Upstream): Promise<void> {
    try {
      const { rows } = await upstream.ask({
        endpoint: 'coin_list',
        claim: 'figures',
        run: (provider, signal) => provider.listAllCoins(signal),
      });
      if (rows.length === 0) throw new UpstreamError('unreadable', 'The list has no coins');
      const coins = rows.map(({ id, symbol, name }) => ({ coinId: id, symbol, name }));
      const list = { asOf: clock.now(), coins, source: upstream.source };
      held = list;
      failures = 0;
      dueAt = list.asOf + listLifeMs;
      // Simulated coins are part of the program.
      if (upstream.source === 'simulated') return;
      await lease.write(async (tx) => {
        await store.save(upstream.source, list, tx);
        await deps.wakeUps?.send(tx, 'coin-list');
      });
    } catch (error) {
      if (!(error instanceof UpstreamError))
        logger.warn({ err: error }, 'the list of coins was not refreshed');
      const isOverBudget = error instanceof UpstreamError && error.failure === 'over_budget';
      failures = isOverBudget ? Math.max(1, failures) : failures + 1;
      const retryAfterMs = error instanceof UpstreamError ? (error.retryAfterMs ?? 0) : 0;
      dueAt = clock.now() + Math.max(slowBackOff(failures, deps.random), retryAfterMs);
    }
  }

  async function step(): Promise<Milliseconds> {
    const upstream = deps.upstream();
    const isHolder = await lease.hold();
    await loadStored(upstream.source).catch((error: unknown) =>
      logger.warn({ err: error }, 'the stored list of coins could not be read'),
    );
    const isOther = held?.source !== upstream.source;
    if (isOther && upstream.source === 'simulated') await refresh(upstream);
    if (!isHolder) return getFollowMs(deps.wakeUps);
    const current = isOther ? 0 : (held?.asOf ?? 0) + listLifeMs;
    const wait = waitUntil(failures > 0 ? dueAt : current, clock.now(), listLifeMs + maxRetryAfterMs);
    if (wait === 0) await lease.keepDuring(() => refresh(upstream));
    return renewEveryMs;
  }

  let unlisten = () => {};
  let running: Promise<Milliseconds> | undefined;
  const loop = createRefreshLoop(() => {
    running = step();
    return running;
  });
  const indexOf = memoize((list: StoredCoinList) => memoize((ids: Snapshot) => indexCoins(list.coins, ids)));
  const withoutList = memoize((snapshot: Snapshot) => indexCoins([], snapshot));
  const empty = indexCoins([], null);
  return {
    directory() {
      const snapshot = deps.market.snapshot();
      if (!snapshot) return held ? indexCoins(held.coins, null) : empty;
      return held && held.source === snapshot.source ? indexOf(held)(snapshot) : withoutList(snapshot);
    },
    start() {
      unlisten = deps.wakeUps?.listen('coin-list', loop.runSoon) ?? unlisten;
      void loop.start();
    },
    async stop() {
      unlisten();
      loop.stop();
      await running;
      await lease.release();
    },
  };
}
