import type { CandleDays, HistoryDays, HistoryInterval } from '#contract/market.ts';
import type { EncodedBody } from '#server/platform/cache/encoded-body.ts';
import { createEncodedCache } from '#server/platform/cache/encoded-cache.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { listCoins } from '../coins/coin-list.ts';
import { withOwnLogo, withOwnLogos, withOwnSearchLogos, withOwnTrendingLogos } from '../coins/own-logos.ts';
import { type CoinListQuery, coinListQuerySchema } from '../coins/query-schemas.ts';
import type { Fetched } from '../fetched.ts';
import type { LogoAddresses } from '../images/logo-addresses.ts';
import type { MarketService } from '../service.ts';
import type { Snapshot } from '../snapshot.ts';
import { marketHeaders } from './market-headers.ts';

/** A response ready to send: bytes, and headers with the state of the data. */
export interface MarketResponse {
  readonly body: EncodedBody;
  readonly headers: Record<string, string>;
  /** The snapshot it was made from, if any. */
  readonly snapshot?: Snapshot;
}

/** Bodies of one snapshot and of data fetched on demand; 100 coins take about 0.3 MiB. */
const cacheBounds = { maxEntries: 1_000, maxBytes: 24 * 1024 * 1024 };

/** The most frequent queries: the plain list, and the market table's. */
const hotQueries = [{}, { price_change_percentage: '1h,24h,7d', sparkline: 'true' }].map((query) =>
  coinListQuerySchema.parse(query),
);

function keyOf(query: CoinListQuery): string {
  const ids = query.ids && [...query.ids].sort().join();
  const columns = [...query.price_change_percentage].sort().join();
  return `coins ${query.order} ${query.per_page} ${query.page} ${columns} ${query.sparkline} ${ids ?? '*'}`;
}

const unavailable = () =>
  new AppError('market_unavailable', 'Market data is not available yet. Please try again in a moment.', {
    retryAfter: 5,
  });

const unknownCoin = () => new AppError('not_found', 'There is no such coin.');

/**
 * The market's responses, each encoded once per snapshot or fetched value, whatever the number of requests.
 * Throws `AppError`: `market_unavailable` while there is nothing to show, `not_found` for an unknown coin.
 * Ids are compared in lower case; the market itself knows the few with capitals.
 */
export function createEncodedMarket(deps: {
  market: MarketService;
  publicUrl: () => string;
  /** Remembers the logos of coins fetched on demand. */
  logos: Pick<LogoAddresses, 'remember'>;
}) {
  const { market, logos } = deps;
  const { encodeSnapshot, encodeFetched } = createEncoders(deps);

  const responses = {
    listCoins: (query: CoinListQuery) =>
      encodeSnapshot(keyOf(query), ({ coins }, origin) =>
        listCoins(coins, query).map((coin) => withOwnLogo(coin, origin)),
      ),
    async getGlobal(): Promise<MarketResponse> {
      if (!market.snapshot()?.global) throw unavailable();
      return encodeSnapshot('global', ({ global }) => global);
    },
    async listTrending(): Promise<MarketResponse> {
      // The provider's list is never empty: an empty one was never fetched.
      if (!market.snapshot()?.trending.length) throw unavailable();
      return encodeSnapshot('trending', ({ trending }, origin) => ({
        coins: trending.map((coin) => withOwnTrendingLogos(coin, origin)),
      }));
    },
    async getCoin(requestedId: string): Promise<MarketResponse> {
      const coinId = requestedId.toLowerCase();
      const fetched = await market.getCoin(coinId);
      if (fetched) logos.remember(coinId, fetched.value.image.large);
      return encodeFetched(`coin ${coinId}`, fetched, withOwnLogos);
    },
    async getHistory(
      requestedId: string,
      days: HistoryDays,
      interval: HistoryInterval,
    ): Promise<MarketResponse> {
      const coinId = requestedId.toLowerCase();
      const fetched = await market.getHistory(coinId, days, interval);
      return encodeFetched(`history ${days} ${interval} ${coinId}`, fetched);
    },
    async listCandles(requestedId: string, days: CandleDays): Promise<MarketResponse> {
      const coinId = requestedId.toLowerCase();
      return encodeFetched(`candles ${days} ${coinId}`, await market.listCandles(coinId, days));
    },
    async searchCoins(query: string): Promise<MarketResponse> {
      if (query === '') return encodeSnapshot('search', () => ({ coins: [] }));
      const fetched = await market.searchCoins(query);
      for (const hit of fetched.value) logos.remember(hit.id, hit.large);
      return encodeFetched(`search ${query.toLowerCase()}`, fetched, (hits, origin) => ({
        coins: hits.map((coin) => withOwnSearchLogos(coin, origin)),
      }));
    },
  };

  /** Encodes the frequent responses as soon as a snapshot comes, so that no visitor waits for them. */
  function encodeHotResponses(): void {
    const snapshot = market.snapshot();
    if (!snapshot) return;
    const making = [...hotQueries.map(responses.listCoins), responses.listTrending()];
    if (snapshot.global) making.push(responses.getGlobal());
    // A failure is reported to the request for that response.
    void Promise.allSettled(making);
  }

  encodeHotResponses();
  const stop = market.onChange(encodeHotResponses);
  return { ...responses, stop };
}
export type EncodedMarket = ReturnType<typeof createEncodedMarket>;

/** Encodes bodies, each once per snapshot or fetched value and origin. */
function createEncoders({ market, publicUrl }: { market: MarketService; publicUrl: () => string }) {
  const bodies = createEncodedCache(cacheBounds);

  async function encodeSnapshot(
    key: string,
    make: (snapshot: Snapshot, origin: string) => unknown,
  ): Promise<MarketResponse> {
    const snapshot = market.snapshot();
    if (!snapshot) throw unavailable();
    const origin = publicUrl();
    const options = { lastModified: snapshot.asOf };
    const body = await bodies.get(`${origin} ${key}`, snapshot, () => make(snapshot, origin), options);
    return { body, headers: marketHeaders(market.status()), snapshot };
  }

  async function encodeFetched<T extends object>(
    key: string,
    fetched: Fetched<T> | null,
    make: (value: T, origin: string) => unknown = (value) => value,
  ): Promise<MarketResponse> {
    if (!fetched) throw unknownCoin();
    const { value, fetchedAt, isStale } = fetched;
    const origin = publicUrl();
    const options = { lastModified: fetchedAt };
    const body = await bodies.get(`${origin} ${key}`, value, () => make(value, origin), options);
    return { body, headers: marketHeaders(market.status(), isStale) };
  }

  return { encodeSnapshot, encodeFetched };
}
