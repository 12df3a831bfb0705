import type { CandleDays, HistoryDays, HistoryInterval } from '#contract/market.ts';
import { createEncodedCache } from '#server/platform/cache/encoded-cache.ts';
import { type EncodedBody, encodeBody } from '#server/platform/cache/http-cache.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { listCoins } from '../coins/coin-list.ts';
import {
  withOwnLogo,
  withOwnLogos,
  withOwnSearchLogos,
  withOwnTrendingLogos,
} from '../coins/logo-address.ts';
import { type CoinListQuery, coinListQuerySchema } from '../coins/requests.ts';
import type { LogoAddresses } from '../images/logo-addresses.ts';
import type { Fetched, MarketService } from '../service.ts';
import type { Snapshot } from '../snapshot.ts';
import { marketHeaders } from './market-headers.ts';

/** An answer ready to be sent: bytes, and headers that say how old they are. */
export interface MarketAnswer {
  readonly body: EncodedBody;
  readonly headers: Record<string, string>;
  /** What it was made from, where that is the snapshot. */
  readonly snapshot?: Snapshot;
}

/** Bodies of one snapshot and of what was fetched on demand; the table of 100 coins takes about 0.3 MiB. */
const cacheBounds = { maxEntries: 1_000, maxBytes: 24 * 1024 * 1024 };

/** What nearly every visitor asks for: the plain list, and the market table's. */
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
 * The market's answers, each encoded once per snapshot or fetched value, whatever the number of askers.
 * Calls throw `AppError`: `market_unavailable` while there is nothing to show, `not_found` for an unknown coin.
 * Ids are told apart in lower case; the market itself knows the few that have capitals.
 */
export function createEncodedMarket(deps: {
  market: MarketService;
  publicUrl: () => string;
  /** Told the logos of coins fetched on demand. */
  logos: Pick<LogoAddresses, 'remember'>;
}) {
  const { market, publicUrl, logos } = deps;
  const bodies = createEncodedCache(cacheBounds);
  const nothingFound = encodeBody({ coins: [] });

  async function answerFromSnapshot(
    key: string,
    make: (snapshot: Snapshot, origin: string) => unknown,
  ): Promise<MarketAnswer> {
    const snapshot = market.snapshot();
    if (!snapshot) throw unavailable();
    const origin = publicUrl();
    const options = { lastModified: snapshot.asOf };
    const body = await bodies.get(`${origin} ${key}`, snapshot, () => make(snapshot, origin), options);
    return { body, headers: marketHeaders(market.status()), snapshot };
  }

  async function answerFromFetched<T extends object>(
    key: string,
    fetched: Fetched<T> | null,
    make: (value: T, origin: string) => unknown = (value) => value,
  ): Promise<MarketAnswer> {
    if (!fetched) throw unknownCoin();
    const { value, fetchedAt, isStale } = fetched;
    const origin = publicUrl();
    const options = { lastModified: fetchedAt };
    const body = await bodies.get(`${origin} ${key}`, value, () => make(value, origin), options);
    return { body, headers: marketHeaders(market.status(), isStale) };
  }

  const answers = {
    listCoins: (query: CoinListQuery) =>
      answerFromSnapshot(keyOf(query), ({ coins }, origin) =>
        listCoins(coins, query).map((coin) => withOwnLogo(coin, origin)),
      ),
    async getGlobal(): Promise<MarketAnswer> {
      if (!market.snapshot()?.global) throw unavailable();
      return answerFromSnapshot('global', ({ global }) => global);
    },
    listTrending: () =>
      answerFromSnapshot('trending', ({ trending }, origin) => ({
        coins: trending.map((coin) => withOwnTrendingLogos(coin, origin)),
      })),
    async getCoin(asked: string): Promise<MarketAnswer> {
      const coinId = asked.toLowerCase();
      const fetched = await market.getCoin(coinId);
      if (fetched) logos.remember(coinId, fetched.value.image.large);
      return answerFromFetched(`coin ${coinId}`, fetched, withOwnLogos);
    },
    async getHistory(asked: string, days: HistoryDays, interval: HistoryInterval): Promise<MarketAnswer> {
      const coinId = asked.toLowerCase();
      const fetched = await market.getHistory(coinId, days, interval);
      return answerFromFetched(`history ${days} ${interval} ${coinId}`, fetched);
    },
    async listCandles(asked: string, days: CandleDays): Promise<MarketAnswer> {
      const coinId = asked.toLowerCase();
      return answerFromFetched(`candles ${days} ${coinId}`, await market.listCandles(coinId, days));
    },
    async searchCoins(query: string): Promise<MarketAnswer> {
      if (query === '' && market.snapshot()) return answerFromSnapshot('search', () => ({ coins: [] }));
      if (query === '') return { body: await nothingFound, headers: marketHeaders(market.status()) };
      const fetched = await market.searchCoins(query);
      for (const hit of fetched.value) logos.remember(hit.id, hit.large);
      return answerFromFetched(`search ${query.toLowerCase()}`, fetched, (hits, origin) => ({
        coins: hits.map((coin) => withOwnSearchLogos(coin, origin)),
      }));
    },
  };

  /** Encodes what everyone asks for as soon as a snapshot comes, so that no visitor waits for it. */
  function encodeHotAnswers(): void {
    const snapshot = market.snapshot();
    if (!snapshot) return;
    const making = [...hotQueries.map(answers.listCoins), answers.listTrending()];
    if (snapshot.global) making.push(answers.getGlobal());
    // A failure comes back to whoever asks for that answer.
    void Promise.allSettled(making);
  }

  encodeHotAnswers();
  const stop = market.onChange(encodeHotAnswers);
  return { ...answers, stop };
}
export type EncodedMarket = ReturnType<typeof createEncodedMarket>;
