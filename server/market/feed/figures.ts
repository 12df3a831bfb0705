import type { Logger } from 'pino';
import type { Coin, Global, TrendingCoin } from '#contract/market.ts';
import { type Clock, waitUntil } from '#server/platform/clock.ts';
import { type GlobalBelief, judgeGlobal } from '../price-check/global-check.ts';
import { isPrice } from '../price-check/quote-check.ts';
import type { Endpoint, Upstream } from './upstream.ts';

/** Global figures and trending, refreshed beside the coins at their own, slower pace. */
export interface Figures {
  global(): Global | null;
  /** With the snapshot's own prices where it has the coin, so that all pages agree. */
  trending(coins: readonly Coin[]): readonly TrendingCoin[];
  /** Counts up with every change. */
  revision(): number;
  /** Fetches what is due. Never rejects: what fails stays as it was and is due again soon. */
  refresh(): Promise<void>;
}

const globalEveryMs = 60_000;
const trendingEveryMs = 300_000;
const againAfterMs = 20_000;
/** Figures that were never had are missed: they are asked for again as soon as the provider is back. */
const firstAgainAfterMs = 1_000;

export function createFigures(options: {
  upstream: Upstream;
  clock: Clock;
  refreshMs: number;
  logger: Pick<Logger, 'warn'>;
  stored: { global: Global | null; trending: readonly TrendingCoin[] } | null;
}): Figures {
  const { upstream, clock } = options;
  let belief: GlobalBelief | null = options.stored?.global
    ? { global: options.stored.global, doubted: null }
    : null;
  let trending = options.stored?.trending ?? [];
  let revision = 0;
  const dueAt = { global: 0, trending: 0 };

  async function fetchDue(
    what: 'global' | 'trending',
    everyMs: number,
    fetch: () => Promise<void>,
  ): Promise<void> {
    const isKnown = what === 'global' ? belief !== null : trending.length > 0;
    const now = clock.now();
    if (waitUntil(dueAt[what], now, everyMs) > 0) return;
    dueAt[what] = now + everyMs;
    try {
      await fetch();
      revision += 1;
    } catch (error) {
      dueAt[what] = now + Math.min(everyMs, isKnown ? againAfterMs : firstAgainAfterMs);
      options.logger.warn({ error: String(error) }, `the ${what} figures could not be refreshed`);
    }
  }

  const ask = <T>(endpoint: Endpoint, run: Parameters<typeof upstream.ask<T>>[0]['run']) =>
    upstream.ask({ endpoint, claim: 'figures', run });

  return {
    global: () => belief?.global ?? null,
    revision: () => revision,
    trending: (coins) => withOwnPrices(trending, coins),
    async refresh() {
      await Promise.all([
        fetchDue('global', Math.max(options.refreshMs, globalEveryMs), async () => {
          const global = await ask('global', (provider, signal) => provider.getGlobal(signal));
          belief = judgeGlobal(belief, global);
        }),
        fetchDue('trending', Math.max(options.refreshMs, trendingEveryMs), async () => {
          const { rows } = await ask('trending', (provider, signal) => provider.listTrending(signal));
          if (rows.length > 0) trending = rows;
        }),
      ]);
    },
  };
}

function withOwnPrices(trending: readonly TrendingCoin[], coins: readonly Coin[]): TrendingCoin[] {
  const byId = new Map(coins.map((coin) => [coin.id, coin]));
  return trending.map((row) => {
    const coin = byId.get(row.id);
    if (!coin) return { ...row, price: isPrice(row.price) ? row.price : null };
    return {
      ...row,
      market_cap_rank: coin.market_cap_rank,
      price: coin.current_price,
      price_change_percentage_24h: coin.price_change_percentage_24h,
    };
  });
}
