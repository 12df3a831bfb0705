import type {
  Candle,
  CandleDays,
  Coin,
  CoinDetail,
  History,
  HistoryDays,
  HistoryInterval,
  MarketStatus,
  SearchCoin,
} from '#contract/market.ts';
import { coinIdSchema } from '#contract/market.ts';
import type { Clock } from '#server/platform/clock.ts';
import { detailFromRow, overlayRow } from './coin-detail.ts';
import { createCoinQuestions, toMarketUnavailable } from './coin-questions.ts';
import { createCoinSearch } from './coin-search.ts';
import type { Feed } from './feed.ts';
import { cutHistory, toUpstreamSpan } from './history-span.ts';
import { memoize, memoizeByKey } from './memoize.ts';
import type { Snapshot } from './snapshot.ts';
import type { Upstream } from './upstream.ts';

/** Something fetched on demand: its value, when it was fetched upstream (ms), and whether it is past its time. */
export interface Fetched<T> {
  readonly value: T;
  readonly fetchedAt: number;
  readonly isStale: boolean;
}

/**
 * The market as the rest of the server sees it. Nothing here grows upstream calls with visitors: the snapshot is
 * held, the rest comes from a bounded cache, one flight per key, within the call budget.
 * On-demand calls throw `AppError('market_unavailable')` where nothing was ever had; null means unknown coin.
 */
export interface MarketService {
  /** Source, state and age right now. `state` moves to `stale` with time alone. */
  status(): MarketStatus;
  /** The snapshot held, or null while starting. A new object for each refresh. */
  snapshot(): Snapshot | null;
  /** Called after each new snapshot and each change of state or source; returns how to stop. */
  onChange(listener: () => void): () => void;
  getCoin(coinId: string): Promise<Fetched<CoinDetail> | null>;
  getHistory(coinId: string, days: HistoryDays, interval: HistoryInterval): Promise<Fetched<History> | null>;
  listCandles(coinId: string, days: CandleDays): Promise<Fetched<readonly Candle[]> | null>;
  searchCoins(query: string): Promise<Fetched<readonly SearchCoin[]>>;
}

/** Answers for everybody from what `feed` holds, and from bounded caches of what was asked for. */
export function createMarketService(feed: Feed, clock: Clock): MarketService {
  // One set of caches per source: nothing simulated outlives the change to the real market.
  const deskOf = memoize((upstream: Upstream) => ({
    questions: createCoinQuestions(upstream, clock),
    search: createCoinSearch(upstream, clock),
  }));
  const desk = () => deskOf(feed.upstream());
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
      return { value, fetchedAt: feed.snapshot()?.asOf ?? clock.now(), isStale: false };
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
    searchCoins: (query) => desk().search(query, feed.snapshot()),
  };
}

function refuse(error: unknown): never {
  throw toMarketUnavailable(error);
}
