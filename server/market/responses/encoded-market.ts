import { defaultCurrency } from '#contract/currencies/currency.ts';
import type { CandleDays, HistoryDays, HistoryInterval, MarketSource } from '#contract/market.ts';
import type { Instant } from '#contract/units.ts';
import type { EncodedBody } from '#server/platform/cache/encoded-body.ts';
import { createEncodedCache } from '#server/platform/cache/encoded-cache.ts';
import { memoize } from '#server/platform/cache/memoize.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { isOwnRead, requesterNetwork } from '#server/platform/http/requester.ts';
import {
  type RateLimiter,
  type RateWindow,
  takeOrThrow,
  unlimited,
} from '#server/platform/limits/rate-limiter.ts';
import { listCoins } from '../coins/coin-list.ts';
import { withOwnLogo, withOwnLogos, withOwnSearchLogos, withOwnTrendingLogos } from '../coins/own-logos.ts';
import { type CoinListQuery, coinListQuerySchema } from '../coins/query-schemas.ts';
import { convertCoin, convertDetail, convertGlobal, convertTrending } from '../currencies/convert.ts';
import type { CurrencyHistory } from '../currencies/service.ts';
import { type ChosenCurrency, chooseCurrency } from '../currencies/vs-currency.ts';
import type { Fetched } from '../fetched.ts';
import type { LogoAddresses } from '../images/logo-addresses.ts';
import type { RateService } from '../rates/service.ts';
import type { MarketService } from '../service.ts';
import type { Snapshot } from '../snapshot.ts';
import { marketHeaders } from './market-headers.ts';

/** A response ready to send: bytes, and headers with the state of the data. */
export interface MarketResponse {
  readonly body: EncodedBody;
  readonly headers: Record<string, string>;
  /** The snapshot it was made from, if it was made from nothing else. */
  readonly snapshot?: Snapshot;
}

/** Bodies of one snapshot and of data fetched on demand; 100 coins take about 0.3 MiB. */
const cacheBounds = { maxEntries: 1_000, maxBytes: 24 * 1024 * 1024 };

/** The most frequent queries: the plain list, and the market table's. */
const hotQueries = [{}, { price_change_percentage: '1h,24h,7d', sparkline: 'true' }].map((query) =>
  coinListQuerySchema.parse(query),
);

function keyOf(query: CoinListQuery): string {
  // Ids may be any text, so nothing that one of them could be stands for all coins.
  const ids = query.ids ? `of ${[...query.ids].sort().join()}` : 'all';
  const columns = [...query.price_change_percentage].sort().join();
  return `coins ${query.order} ${query.per_page} ${query.page} ${columns} ${query.sparkline} ${ids}`;
}

const unavailable = () =>
  new AppError('market_unavailable', 'Market data is not available yet. Please try again in a moment.', {
    retryAfter: 5,
  });

const unknownCoin = () => new AppError('not_found', 'There is no such coin.');

/**
 * How many different bodies are made for one network (/24, /56) in a minute. Most requests are answered from the cache;
 * a list of coins with sparklines has almost a megabyte, and a slow reader may keep it in memory. A chart in another
 * currency counts like a list, because its points may have to be converted one by one.
 */
const maxListsPerMinute = 200;
const maxOthersPerMinute = 3000;
const perMinute = (count: number): readonly RateWindow[] => [{ count, ms: 60_000 }];
const makingWindows = { lists: perMinute(maxListsPerMinute), others: perMinute(maxOthersPerMinute) } as const;

interface EncodersDeps {
  market: MarketService;
  publicUrl: () => string;
  /** Counts the bodies that are made for each network. */
  limiter?: RateLimiter | undefined;
}

interface EncodedMarketDeps extends EncodersDeps {
  /** Remembers the logos of coins fetched on demand. */
  logos: Pick<LogoAddresses, 'remember'>;
  rates: RateService;
  currencyHistory: CurrencyHistory;
}

/**
 * The market's responses, each encoded once per snapshot or fetched value, regardless of the number of requests. Throws
 * `AppError`: `market_unavailable` while there is nothing to show, `not_found` for an unknown coin. Ids are compared in
 * lower case; the market itself knows the few with capitals.
 */
export function createEncodedMarket(deps: EncodedMarketDeps) {
  const { market } = deps;
  const encoders = createEncoders(deps);
  const responses = {
    ...createSnapshotMakers(deps, encoders),
    ...createOnDemandMakers(deps, encoders),
  };

  /** Encodes frequent responses as soon as a snapshot arrives, so that no visitor waits for them. */
  function encodeHotResponses(): void {
    const snapshot = market.snapshot();
    if (!snapshot) return;
    const making = [...hotQueries.map(responses.listCoins), responses.listTrending()];
    if (snapshot.global) making.push(responses.getGlobal());
    // A failure is reported when that response is requested.
    void Promise.allSettled(making);
  }

  encodeHotResponses();
  const stop = market.onChange(encodeHotResponses);
  return { ...responses, stop };
}
export type EncodedMarket = ReturnType<typeof createEncodedMarket>;

type Encoders = ReturnType<typeof createEncoders>;

/** Responses made only from the snapshot. */
function createSnapshotMakers({ market, rates }: EncodedMarketDeps, { encodeSnapshot }: Encoders) {
  return {
    async listCoins(query: CoinListQuery): Promise<MarketResponse> {
      const currency = chooseCurrency(rates, query.vs_currency);
      const make = ({ coins }: Snapshot, origin: string) =>
        listCoins(coins, query)
          .map((coin) => withOwnLogo(coin, origin))
          .map((coin) => (currency ? convertCoin(coin, currency.rate) : coin));
      return encodeSnapshot(keyOf(query), make, currency);
    },
    async getGlobal(code = defaultCurrency): Promise<MarketResponse> {
      const currency = chooseCurrency(rates, code);
      if (!market.snapshot()?.global) throw unavailable();
      const make = ({ global }: Snapshot) =>
        currency && global ? convertGlobal(global, currency.code, currency.rate) : global;
      const response = await encodeSnapshot('global', make, currency);
      if (!isGlobalStale(market.snapshot())) return response;
      return { body: response.body, headers: marketHeaders(market.status(), true) };
    },
    async listTrending(code = defaultCurrency): Promise<MarketResponse> {
      const currency = chooseCurrency(rates, code);
      // The provider's list is never empty, so an empty one was never fetched.
      if (!market.snapshot()?.trending.length) throw unavailable();
      const make = ({ trending }: Snapshot, origin: string) => ({
        coins: trending
          .map((coin) => withOwnTrendingLogos(coin, origin))
          .map((coin) => (currency ? convertTrending(coin, currency.rate) : coin)),
      });
      return encodeSnapshot('trending', make, currency);
    },
  };
}

/** The provider renews these figures every ten minutes, and the coins every minute. */
const maxGlobalLagMs = 30 * 60_000;

/** Whether the coins have been refreshed for long without the global figures. */
function isGlobalStale(snapshot: Snapshot | null): boolean {
  const seconds = snapshot?.global?.updated_at ?? null;
  return snapshot !== null && seconds !== null && snapshot.asOf - seconds * 1000 > maxGlobalLagMs;
}

/** Responses made from data fetched on demand. */
function createOnDemandMakers(
  { market, logos, rates, currencyHistory }: EncodedMarketDeps,
  { encodeSnapshot, encodeFetched, admitConversion }: Encoders,
) {
  return {
    async getCoin(requestedId: string, code = defaultCurrency): Promise<MarketResponse> {
      const currency = chooseCurrency(rates, code);
      const coinId = requestedId.toLowerCase();
      const fetched = await market.getCoin(coinId);
      if (fetched) logos.remember(coinId, fetched.value.image.large);
      const make: typeof withOwnLogos = (detail, origin) => {
        const own = withOwnLogos(detail, origin);
        return currency ? convertDetail(own, currency.code, currency.rate) : own;
      };
      return encodeFetched(`coin ${coinId}`, fetched, make, currency);
    },
    async getHistory(
      requestedId: string,
      days: HistoryDays,
      interval: HistoryInterval,
      code = defaultCurrency,
    ): Promise<MarketResponse> {
      const coinId = requestedId.toLowerCase();
      const key = `history ${days} ${interval} ${code} ${coinId}`;
      if (!chooseCurrency(rates, code))
        return encodeFetched(key, await market.getHistory(coinId, days, interval));
      await admitConversion(key);
      return encodeFetched(key, await currencyHistory.getHistory(coinId, days, interval, code));
    },
    async listCandles(
      requestedId: string,
      days: CandleDays,
      code = defaultCurrency,
    ): Promise<MarketResponse> {
      const coinId = requestedId.toLowerCase();
      const key = `candles ${days} ${code} ${coinId}`;
      const isConverted = chooseCurrency(rates, code) !== null;
      if (isConverted) await admitConversion(key);
      const fetched = isConverted
        ? await currencyHistory.listCandles(coinId, days, code)
        : await market.listCandles(coinId, days);
      const response = await encodeFetched(key, fetched);
      const from = fetched?.value[0]?.[0];
      if (from === undefined) return response;
      return {
        ...response,
        headers: { ...response.headers, ...coverageHeaders(from, market.status().source) },
      };
    },
    /** Search results contain no amounts, so the currency is only validated. */
    async searchCoins(query: string, code = defaultCurrency): Promise<MarketResponse> {
      chooseCurrency(rates, code);
      if (query === '') return encodeSnapshot('search', () => ({ coins: [] }));
      const fetched = await market.searchCoins(query);
      for (const hit of fetched.value) logos.remember(hit.id, hit.large);
      return encodeFetched(`search ${query.toLowerCase()}`, fetched, (hits, origin) => ({
        coins: hits.map((coin) => withOwnSearchLogos(coin, origin)),
      }));
    },
  };
}

/** Candles are a bare list, like CoinGecko's, so their start and source are sent in headers. */
function coverageHeaders(from: Instant, source: MarketSource) {
  return { 'x-coverage-from': new Date(from).toISOString(), 'x-coverage-sources': source };
}

/** Encodes bodies, each once per snapshot or fetched value and origin. */
function createEncoders({ market, publicUrl, limiter = unlimited }: EncodersDeps) {
  const bodies = createEncodedCache(cacheBounds);
  /** One object per pair of data and rates, so that a body is made once for both. */
  const withRates = memoize((_: object) => memoize((_rates: object) => ({})));
  const sourceOf = (data: object, currency: ChosenCurrency | null) =>
    currency ? withRates(data)(currency.table.rates) : data;
  const keyIn = (key: string, currency: ChosenCurrency | null) =>
    `${publicUrl()} ${currency ? `${currency.code} ` : ''}${key}`;

  async function count(kind: keyof typeof makingWindows): Promise<void> {
    const network = isOwnRead() ? undefined : requesterNetwork();
    if (network === undefined) return;
    await takeOrThrow(limiter, [{ subject: `${kind} for ${network}`, windows: makingWindows[kind] }]);
  }

  /** Refuses a network that asks for too many different bodies. */
  async function admit(kind: keyof typeof makingWindows, key: string, source: object): Promise<void> {
    if (!bodies.has(key, source)) await count(kind);
  }

  /** The same before the points of a chart are converted, which takes longer than writing them. */
  async function admitConversion(key: string): Promise<void> {
    if (!bodies.hasKey(keyIn(key, null))) await count('lists');
  }

  async function encodeSnapshot(
    key: string,
    make: (snapshot: Snapshot, origin: string) => unknown,
    currency: ChosenCurrency | null = null,
  ): Promise<MarketResponse> {
    const snapshot = market.snapshot();
    if (!snapshot) throw unavailable();
    const origin = publicUrl();
    const options = { lastModified: snapshot.asOf };
    const source = sourceOf(snapshot, currency);
    const ownKey = keyIn(key, currency);
    await admit('lists', ownKey, source);
    const body = await bodies.get(ownKey, source, () => make(snapshot, origin), options);
    const status = market.status();
    if (!currency) return { body, headers: marketHeaders(status), snapshot };
    return { body, headers: marketHeaders(status, status.state !== 'live' || isStale(currency)) };
  }

  async function encodeFetched<T extends object>(
    key: string,
    fetched: Fetched<T> | null,
    make: (value: T, origin: string) => unknown = (value) => value,
    currency: ChosenCurrency | null = null,
  ): Promise<MarketResponse> {
    if (!fetched) throw unknownCoin();
    const { value, fetchedAt } = fetched;
    const origin = publicUrl();
    const options = { lastModified: fetchedAt };
    const source = sourceOf(value, currency);
    const ownKey = keyIn(key, currency);
    await admit('others', ownKey, source);
    const body = await bodies.get(ownKey, source, () => make(value, origin), options);
    const isOld = fetched.isStale || (currency !== null && isStale(currency));
    return { body, headers: marketHeaders(market.status(), isOld) };
  }

  return { encodeSnapshot, encodeFetched, admitConversion };
}

const isStale = ({ table }: ChosenCurrency) => table.state === 'stale';
