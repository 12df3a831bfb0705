import type { Logger } from 'pino';
import type { Coin, Global, TrendingCoin } from '#contract/market.ts';
import type { Instant, Milliseconds } from '#contract/units.ts';
import { type Clock, waitUntil } from '#server/platform/clock.ts';
import { type CheckedGlobal, checkGlobal } from '../price-check/check-global.ts';
import { isPrice } from '../price-check/tenfold.ts';
import type { Endpoint, Upstream } from './upstream.ts';

/** Global figures and trending coins, which refresh less often than the coin list. */
export interface Figures {
  global(): Global | null;
  /**
   * With the snapshot's price if it has the coin, so that all pages agree. Other coins lose their price once the list
   * could not be refreshed for an hour.
   */
  trending(coins: readonly Coin[]): readonly TrendingCoin[];
  /** Increases with every change. */
  revision(): number;
  /** Fetches the figures that are due. Never rejects: after a failure the old ones stay and are soon due again. */
  refresh(): Promise<void>;
}

const globalEveryMs = 60_000;
const trendingEveryMs = 300_000;
const retryAfterMs = 20_000;
/** Figures never fetched leave a gap on the page, so they are retried sooner. */
const firstRetryAfterMs = 1_000;
/** The list shows no ages, so older prices would pass for new ones. */
const maxTrendingAgeMs: Milliseconds = 60 * 60_000;
/** How far the provider's clock may be ahead of ours. */
const clockSkewMs: Milliseconds = 5 * 60_000;

export function createFigures(options: {
  upstream: Upstream;
  clock: Clock;
  refreshMs: Milliseconds;
  logger: Pick<Logger, 'warn'>;
  stored: { global: Global | null; trending: readonly TrendingCoin[]; asOf: Instant } | null;
}): Figures {
  const { upstream, clock } = options;
  const { stored } = options;
  let checked: CheckedGlobal | null = stored?.global
    ? { global: withDate(stored.global, stored.asOf), candidate: null }
    : null;
  let trending = stored?.trending ?? [];
  let trendingAt: Instant = stored?.asOf ?? clock.now();
  let revision = 0;
  const dueAt = { global: 0, trending: 0 };

  async function fetchDue(
    name: 'global' | 'trending',
    everyMs: Milliseconds,
    fetch: () => Promise<void>,
  ): Promise<void> {
    const isKnown = name === 'global' ? checked !== null : trending.length > 0;
    const now = clock.now();
    if (waitUntil(dueAt[name], now, everyMs) > 0) return;
    dueAt[name] = now + everyMs;
    try {
      await fetch();
      revision += 1;
    } catch (error) {
      dueAt[name] = now + Math.min(everyMs, isKnown ? retryAfterMs : firstRetryAfterMs);
      options.logger.warn({ error: String(error) }, `the ${name} figures could not be refreshed`);
    }
  }

  const ask = <T>(endpoint: Endpoint, run: Parameters<typeof upstream.ask<T>>[0]['run']) =>
    upstream.ask({ endpoint, claim: 'figures', run });

  return {
    global: () => checked?.global ?? null,
    revision: () => revision,
    trending: (coins) =>
      withSnapshotPrices(trending, coins, Math.abs(clock.now() - trendingAt) > maxTrendingAgeMs),
    async refresh() {
      await Promise.all([
        fetchDue('global', Math.max(options.refreshMs, globalEveryMs), async () => {
          const global = await ask('global', (provider, signal) => provider.getGlobal(signal));
          checked = checkGlobal(checked, withDate(global, clock.now()));
        }),
        fetchDue('trending', Math.max(options.refreshMs, trendingEveryMs), async () => {
          const { rows } = await ask('trending', (provider, signal) => provider.listTrending(signal));
          if (rows.length === 0) return;
          trending = rows;
          trendingAt = clock.now();
        }),
      ]);
    },
  };
}

/** Figures without a possible date get that of their fetch, so that their age is always known. */
function withDate(global: Global, now: Instant): Global {
  const { updated_at: seconds } = global;
  const isPossible = seconds !== null && seconds * 1000 <= now + clockSkewMs;
  return isPossible ? global : { ...global, updated_at: Math.floor(now / 1000) };
}

function withSnapshotPrices(
  trending: readonly TrendingCoin[],
  coins: readonly Coin[],
  isOld: boolean,
): TrendingCoin[] {
  const byId = new Map(coins.map((coin) => [coin.id, coin]));
  return trending.map((row) => {
    const coin = byId.get(row.id);
    if (!coin && isOld) return { ...row, price: null, price_change_percentage_24h: null };
    if (!coin) return { ...row, price: isPrice(row.price) ? row.price : null };
    return {
      ...row,
      market_cap_rank: coin.market_cap_rank,
      price: coin.current_price,
      price_change_percentage_24h: coin.price_change_percentage_24h,
    };
  });
}
