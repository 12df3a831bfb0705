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
import type { CoinId } from '#contract/units.ts';
import { memoize, memoizeByKey } from '#server/platform/cache/memoize.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { SharedAnswers } from '#server/platform/redis/shared-answers.ts';
import { detailFromRow, overlayRow } from './coins/coin-detail.ts';
import { createCoinLookups, type LookupRecorder } from './coins/coin-lookups.ts';
import { createCoinSearch } from './coins/coin-search.ts';
import { toMarketUnavailable } from './coins/market-unavailable.ts';
import { noteReduction } from './coins/note-reduction.ts';
import type { Feed } from './feed/feed.ts';
import type { Upstream } from './feed/upstream.ts';
import type { Fetched } from './fetched.ts';
import type { FullHistory } from './history/full-history.ts';
import { cutHistory, toUpstreamSpan } from './history/history-span.ts';
import type { Snapshot } from './snapshot.ts';

export { isWithinTenfold } from './price-check/tenfold.ts';

/** How many cut spans of a history are kept so that each is encoded once: more than the charts use. */
const maxCuts = 10;

/** A coin's id, symbol and name in the market. */
export interface CoinName {
  readonly coinId: CoinId;
  readonly symbol: string;
  readonly name: string;
}

/** Finds a coin by id, in any case; null if unknown. Throws `AppError('market_unavailable')`. */
export type FindCoin = (coinId: string) => Promise<CoinName | null>;

/**
 * The market as the rest of the server sees it. Upstream calls do not grow with visitors: the snapshot is held in
 * memory, everything else comes from a bounded cache, one call at a time per key, within the call budget. On-demand
 * calls throw `AppError('market_unavailable')` if there is nothing to show, and return null for an unknown coin. Coin
 * ids match in any case.
 */
export interface MarketService {
  /** Current source, state and age. `state` becomes `stale` merely as time passes. */
  status(): MarketStatus;
  /** The held snapshot, or null while starting. A new object for each refresh. */
  snapshot(): Snapshot | null;
  /** Calls `listener` after each new snapshot and each change of state or source. Returns the unsubscribe function. */
  onChange(listener: () => void): () => void;
  getCoin(coinId: CoinId): Promise<Fetched<CoinDetail> | null>;
  getHistory(coinId: CoinId, days: HistoryDays, interval: HistoryInterval): Promise<Fetched<History> | null>;
  listCandles(coinId: CoinId, days: CandleDays): Promise<Fetched<readonly Candle[]> | null>;
  searchCoins(query: string): Promise<Fetched<readonly SearchCoin[]>>;
}

/**
 * Where market data is archived. Without it nothing is archived, and nothing older than the provider's histories is
 * shown.
 */
export interface MarketArchive {
  readonly recorder: LookupRecorder;
  readonly fullHistory: FullHistory;
}

/** The market service on the snapshot held by `feed`, with bounded caches for everything fetched on demand. */
export function createMarketService(
  feed: Feed,
  clock: Clock,
  archive?: MarketArchive,
  answers?: SharedAnswers,
): MarketService {
  // One set of caches per source, so that nothing simulated survives the switch to the real market.
  const lookupsOf = memoize((upstream: Upstream) => {
    // Simulated data is never archived.
    const kept = upstream.source === 'simulated' ? {} : { recorder: archive?.recorder, answers };
    return {
      coins: createCoinLookups(upstream, { clock, ...kept }),
      search: createCoinSearch(upstream, clock, kept.answers),
    };
  });
  const lookups = () => lookupsOf(feed.upstream());
  const isSnapshotStale = () => feed.status().state === 'stale';
  const rowsById = memoize(
    ({ coins }: Snapshot) => new Map(coins.map((coin) => [coin.id.toLowerCase(), coin])),
  );
  const overlaid = memoize((detail: CoinDetail) => memoize((row: Coin) => overlayRow(detail, row)));
  const bareDetail = memoize(detailFromRow);
  const cuts = memoize((history: History) =>
    memoizeByKey((days: HistoryDays) => cutHistory(history, days, feed.upstream().source), maxCuts),
  );

  /** A coin's row and exact id. Ids match in any case, and a few contain capitals. */
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
      if (!row) return refuse(error);
      noteReduction(error);
      return null;
    }
  }

  /** Falls back to the archived history if the provider fails. */
  async function fetchHistory(
    { coinId, row }: { coinId: CoinId; row: Coin | undefined },
    days: HistoryDays,
    interval: HistoryInterval,
  ): Promise<Fetched<History> | null> {
    const fetching = lookups().coins.getHistory(coinId, toUpstreamSpan(days, interval), row);
    if (days !== 'max' || !archive || feed.upstream().source === 'simulated') return fetching.catch(refuse);
    try {
      const fetched = await fetching;
      return fetched && { ...fetched, value: await archive.fullHistory.join(coinId, fetched.value) };
    } catch (error) {
      noteReduction(error);
      return (await archive.fullHistory.readArchiveOnly(coinId)) ?? refuse(error);
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
      const fetched = await fetchHistory(found, days, interval);
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
  noteReduction(error);
  throw toMarketUnavailable(error);
}
