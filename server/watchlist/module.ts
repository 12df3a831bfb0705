import type { CoinId } from '#contract/units.ts';
import type { FindCoin } from '#server/market/service.ts';
import type { Module } from '#server/platform/module.ts';
import type { SharedParts } from '#server/platform/shared-parts.ts';
import { findWatchlistObstacle, mergeWatchlists } from './merge-store.ts';
import { createPortableWatchlist } from './portable-service.ts';
import { registerWatchlistRoutes } from './routes.ts';
import { createWatchlistService } from './service.ts';
import { createWatchlistStore } from './store.ts';

export interface WatchlistModule extends Module {
  /** Every coin that someone watches. */
  readonly listCoinIds: () => Promise<readonly CoinId[]>;
}

/** The coins each user follows. */
export function createWatchlistModule(
  deps: Pick<SharedParts, 'database' | 'clock'> & { readonly findCoin: FindCoin },
): WatchlistModule {
  const store = createWatchlistStore(deps.database);
  const watchlist = createWatchlistService({ ...deps, db: deps.database, store });
  return {
    listCoinIds: store.listCoinIds,
    mergeObstacles: [findWatchlistObstacle],
    mergers: [mergeWatchlists],
    portable: { watchlist: createPortableWatchlist(deps.database) },
    exporters: { watchlist: watchlist.listItems },
    registerRoutes: (app, { gate }) => registerWatchlistRoutes(app, { watchlist, gate }),
  };
}
