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
import { createCoinQuestions, toMarketUnavailable } from './coins/coin-lookups.ts';
import { createCoinSearch } from './coins/coin-search.ts';
import type { Feed } from './feed/feed.ts';
import type { Upstream } from './feed/upstream.ts';
import { cutHistory, toUpstreamSpan } from './history/history-span.ts';
import type { Fetched, MarketService } from './service.ts';
import type { Snapshot } from './snapshot.ts';

/** Answers for everybody from what `feed` holds, and from bounded caches of what was asked for. */
export function createMarketService(feed: Feed, clock: Clock): MarketService {
  // One set of caches per source: nothing simulated outlives the change to the real market.
  const deskOf = memoize((upstream: Upstream) => ({
    questions: createCoinQuestions(upstream, clock),
    search: createCoinSearch(upstream, clock),
  }));
  const desk = () => deskOf(feed.upstream());
  const isSnapshotStale = () => feed.status().state === 'stale';
  const rowsById = memoize(
    ({ coins }: Snapshot) => new Map(coins.map((coin) => [coin.id.toLowerCase(), coin])),
  );
  const overlaid = memoize((detail: CoinDetail) => memoize((row: Coin) => overlayRow(detail, row)));
  const bareDetail = memoize(detailFromRow);
  const cuts = memoize((history: History) => memoizeByKey((days: HistoryDays) => cutHistory(history, days)));

  /** A coin's row and the id to ask by: ids are read whatever their case, and the few with capitals keep theirs. */
  function find(asked: string): { coinId: string; row: Coin | undefined } | null {
    const lower = asked.toLowerCase();
    if (!coinIdSchema.safeParse(lower).success) return null;
    const snapshot = feed.snapshot();
    const row = snapshot ? rowsById(snapshot).get(lower) : undefined;
    return { coinId: row?.id ?? lower, row };
  }

  async function getDetail(coinId: string, row: Coin | undefined): Promise<Fetched<CoinDetail> | null> {
    try {
      return await desk().questions.getCoin(coinId, row);
    } catch (error) {
      if (row) return null;
      throw toMarketUnavailable(error);
    }
  }

  return {
    status: feed.status,
    snapshot: feed.snapshot,
    onChange: feed.onChange,
    async getCoin(asked) {
      const found = find(asked);
      if (!found) return null;
      const { coinId, row } = found;
      const fetched = await getDetail(coinId, row);
      if (!row) return fetched;
      const value = fetched ? overlaid(fetched.value)(row) : bareDetail(row);
      return { value, fetchedAt: feed.snapshot()?.asOf ?? clock.now(), isStale: isSnapshotStale() };
    },
    async getHistory(asked, days, interval) {
      const found = find(asked);
      if (!found) return null;
      const span = toUpstreamSpan(days, interval);
      const fetched = await desk().questions.getHistory(found.coinId, span, found.row).catch(refuse);
      return fetched && { ...fetched, value: cuts(fetched.value)(days) };
    },
    async listCandles(asked, days) {
      const found = find(asked);
      return found && desk().questions.listCandles(found.coinId, days, found.row).catch(refuse);
    },
    async searchCoins(query) {
      const hits = await desk().search(query, feed.snapshot());
      return { ...hits, isStale: isSnapshotStale() };
    },
  };
}

function refuse(error: unknown): never {
  throw toMarketUnavailable(error);
}
