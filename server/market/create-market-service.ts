import {
  type Coin,
  type CoinDetail,
  coinIdSchema,
  type History,
  type HistoryDays,
} from '#contract/market.ts';
import { memoize, memoizeByKey } from '#server/platform/cache/memoize.ts';
import type { Clock } from '#server/platform/clock.ts';
import { detailFromRow, overlayRow } from './coins/coin-detail.ts';
import { createCoinLookups, toMarketUnavailable } from './coins/coin-lookups.ts';
import { createCoinSearch } from './coins/coin-search.ts';
import type { Feed } from './feed/feed.ts';
import type { Upstream } from './feed/upstream.ts';
import { cutHistory, toUpstreamSpan } from './history/history-span.ts';
import type { Fetched, MarketService } from './service.ts';
import type { Snapshot } from './snapshot.ts';

/** The market service on the snapshot that `feed` holds, and bounded caches of what is fetched on demand. */
export function createMarketService(feed: Feed, clock: Clock): MarketService {
  // One set of caches per source: nothing simulated outlives the change to the real market.
  const lookupsOf = memoize((upstream: Upstream) => ({
    coins: createCoinLookups(upstream, clock),
    search: createCoinSearch(upstream, clock),
  }));
  const lookups = () => lookupsOf(feed.upstream());
  const isSnapshotStale = () => feed.status().state === 'stale';
  const rowsById = memoize(
    ({ coins }: Snapshot) => new Map(coins.map((coin) => [coin.id.toLowerCase(), coin])),
  );
  const overlaid = memoize((detail: CoinDetail) => memoize((row: Coin) => overlayRow(detail, row)));
  const bareDetail = memoize(detailFromRow);
  const cuts = memoize((history: History) => memoizeByKey((days: HistoryDays) => cutHistory(history, days)));

  /** A coin's row and its exact id: ids match in any case, and a few have capitals. */
  function find(requestedId: string): { coinId: string; row: Coin | undefined } | null {
    const lower = requestedId.toLowerCase();
    if (!coinIdSchema.safeParse(lower).success) return null;
    const snapshot = feed.snapshot();
    const row = snapshot ? rowsById(snapshot).get(lower) : undefined;
    return { coinId: row?.id ?? lower, row };
  }

  async function getDetail(coinId: string, row: Coin | undefined): Promise<Fetched<CoinDetail> | null> {
    try {
      return await lookups().coins.getCoin(coinId, row);
    } catch (error) {
      if (row) return null;
      throw toMarketUnavailable(error);
    }
  }

  return {
    status: feed.status,
    snapshot: feed.snapshot,
    onChange: feed.onChange,
    async getCoin(requestedId) {
      const found = find(requestedId);
      if (!found) return null;
      const { coinId, row } = found;
      const fetched = await getDetail(coinId, row);
      if (!row) return fetched;
      const value = fetched ? overlaid(fetched.value)(row) : bareDetail(row);
      return { value, fetchedAt: feed.snapshot()?.asOf ?? clock.now(), isStale: isSnapshotStale() };
    },
    async getHistory(requestedId, days, interval) {
      const found = find(requestedId);
      if (!found) return null;
      const span = toUpstreamSpan(days, interval);
      const fetched = await lookups().coins.getHistory(found.coinId, span, found.row).catch(refuse);
      return fetched && { ...fetched, value: cuts(fetched.value)(days) };
    },
    async listCandles(requestedId, days) {
      const found = find(requestedId);
      return found && lookups().coins.listCandles(found.coinId, days, found.row).catch(refuse);
    },
    async searchCoins(query) {
      const hits = await lookups().search(query, feed.snapshot());
      return { ...hits, isStale: isSnapshotStale() };
    },
  };
}

function refuse(error: unknown): never {
  throw toMarketUnavailable(error);
}
