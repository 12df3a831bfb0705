import {
  type Candle,
  type CandleDays,
  type Coin,
  type CoinDetail,
  coinIdSchema,
  type History,
  type HistoryDays,
  type HistoryInterval,
  type MarketStatus,
  type SearchCoin,
} from '#contract/market.ts';
import type { Clock } from '#server/platform/clock.ts';
import { detailFromRow, overlayRow } from './coins/coin-detail.ts';
import { createCoinQuestions, toMarketUnavailable } from './coins/coin-questions.ts';
import { createCoinSearch } from './coins/coin-search.ts';
import type { Feed } from './feed/feed.ts';
import type { Upstream } from './feed/upstream.ts';
import type { Fetched } from './fetched.ts';
import { cutHistory, toUpstreamSpan } from './history/history-span.ts';
import { memoize, memoizeByKey } from './memoize.ts';
import type { Snapshot } from './snapshot.ts';

/** A coin's id and names. */
export interface CoinName {
  readonly coinId: string;
  readonly symbol: string;
  readonly name: string;
}

/** Finds a coin by id, in any case; null if there is none. Throws `AppError('market_unavailable')`. */
export type FindCoin = (coinId: string) => Promise<CoinName | null>;

/**
 * The market as the rest of the server sees it. Upstream calls do not grow with visitors: the snapshot is held, the
 * rest comes from a bounded cache, one call at a time per key, within the call budget.
 * On-demand calls throw `AppError('market_unavailable')` if there is nothing to show; null means an unknown coin.
 * Coin ids match in any case.
 */
export interface MarketService {
  /** Source, state and age right now. `state` moves to `stale` with time alone. */
  status(): MarketStatus;
  /** The snapshot held, or null while starting. A new object for each refresh. */
  snapshot(): Snapshot | null;
  /** Calls `listener` after each new snapshot and each change of state or source. Returns the unsubscribe function. */
  onChange(listener: () => void): () => void;
  getCoin(coinId: string): Promise<Fetched<CoinDetail> | null>;
  getHistory(coinId: string, days: HistoryDays, interval: HistoryInterval): Promise<Fetched<History> | null>;
  listCandles(coinId: string, days: CandleDays): Promise<Fetched<readonly Candle[]> | null>;
  searchCoins(query: string): Promise<Fetched<readonly SearchCoin[]>>;
}

/** Answers from the snapshot that `feed` holds, and from bounded caches of what was fetched on demand. */
export function createMarketService(feed: Feed, clock: Clock): MarketService {
  // One set of caches per source: no simulated data outlives the switch to the real market.
  const cachesOf = memoize((upstream: Upstream) => ({
    questions: createCoinQuestions(upstream, clock),
    search: createCoinSearch(upstream, clock),
  }));
  const caches = () => cachesOf(feed.upstream());
  const isSnapshotStale = () => feed.status().state === 'stale';
  const rowsById = memoize(
    ({ coins }: Snapshot) => new Map(coins.map((coin) => [coin.id.toLowerCase(), coin])),
  );
  const overlaid = memoize((detail: CoinDetail) => memoize((row: Coin) => overlayRow(detail, row)));
  const bareDetail = memoize(detailFromRow);
  const cuts = memoize((history: History) => memoizeByKey((days: HistoryDays) => cutHistory(history, days)));

  /** A coin's row and the id to fetch by. Ids match in any case; the few that have capitals keep them. */
  function find(asked: string): { coinId: string; row: Coin | undefined } | null {
    const lower = asked.toLowerCase();
    if (!coinIdSchema.safeParse(lower).success) return null;
    const snapshot = feed.snapshot();
    const row = snapshot ? rowsById(snapshot).get(lower) : undefined;
    return { coinId: row?.id ?? lower, row };
  }

  async function getDetail(coinId: string, row: Coin | undefined): Promise<Fetched<CoinDetail> | null> {
    try {
      return await caches().questions.getCoin(coinId, row);
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
      const fetched = await caches().questions.getHistory(found.coinId, span, found.row).catch(refuse);
      return fetched && { ...fetched, value: cuts(fetched.value)(days) };
    },
    async listCandles(asked, days) {
      const found = find(asked);
      return found && caches().questions.listCandles(found.coinId, days, found.row).catch(refuse);
    },
    async searchCoins(query) {
      const hits = await caches().search(query, feed.snapshot());
      return { ...hits, isStale: isSnapshotStale() };
    },
  };
}

function refuse(error: unknown): never {
  throw toMarketUnavailable(error);
}
