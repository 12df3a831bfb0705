import type { Candle, CandleDays, History, HistoryDays, HistoryInterval } from '#contract/market.ts';
import type { CoinId } from '#contract/units.ts';
import { memoize, memoizeByKey } from '#server/platform/cache/memoize.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { SharedAnswers } from '#server/platform/redis/shared-answers.ts';
import { marketUnavailable } from '../coins/market-unavailable.ts';
import type { Upstream } from '../feed/upstream.ts';
import type { Fetched } from '../fetched.ts';
import { cutHistory, toUpstreamSpan } from '../history/history-span.ts';
import type { RateService } from '../rates/service.ts';
import type { MarketService } from '../service.ts';
import { createCurrencyLookups } from './currency-lookups.ts';
import { createDailyConversion } from './daily-conversion.ts';
import { createKeptConversions } from './kept-conversions.ts';

/**
 * A coin's price history in a currency: from the provider, each point at the rate of its time; otherwise dollars × the
 * day's rate, skipping days without one. Null for an unknown coin. Throws `AppError('market_unavailable')` if neither
 * is available.
 */
export interface CurrencyHistory {
  getHistory(
    coinId: CoinId,
    days: HistoryDays,
    interval: HistoryInterval,
    currency: string,
  ): Promise<Fetched<History> | null>;
  listCandles(coinId: CoinId, days: CandleDays, currency: string): Promise<Fetched<readonly Candle[]> | null>;
}

export interface CurrencyHistoryDeps {
  readonly market: Pick<MarketService, 'snapshot' | 'getHistory' | 'listCandles'>;
  /** The upstream of the displayed market; undefined if there is none. */
  readonly upstream: () => Upstream | undefined;
  readonly rates: Pick<RateService, 'readRates'>;
  readonly clock: Clock;
  /** Provider answers shared by all servers. */
  readonly answers?: SharedAnswers | undefined;
}

/** How many spans of one history are kept, so that each is encoded once. */
const maxKept = 20;
/** As much as the converted histories and candles may take in memory, as what they are converted from. */
const [maxHistoryBytes, maxCandleBytes] = [16 * 1024 * 1024, 4 * 1024 * 1024];
/** Memory of a point of a chart. */
const pointBytes = 56;

export function createCurrencyHistory(deps: CurrencyHistoryDeps): CurrencyHistory {
  const { market, upstream } = deps;
  const daily = createDailyConversion(deps.rates);
  const lookupsOf = memoize((source: Upstream) => createCurrencyLookups(source, deps));
  const cuts = memoize((history: History) =>
    memoizeByKey(
      (days: HistoryDays): History => ({
        ...cutHistory(history, days, upstream()?.source ?? 'coingecko'),
        rates: 'provider',
      }),
      maxKept,
    ),
  );
  const convertedHistories = createKeptConversions<History, History>(
    maxHistoryBytes,
    ({ prices }) => 3 * pointBytes * prices.length,
  );
  const convertedCandles = createKeptConversions<readonly Candle[], readonly Candle[]>(
    maxCandleBytes,
    (candles) => 2 * pointBytes * candles.length,
  );

  /** Everything the provider returns, preceded by stored earlier days. */
  async function withOlder(
    own: Fetched<History>,
    coinId: CoinId,
    currency: string,
  ): Promise<Fetched<History>> {
    const all = cuts(own.value)('max');
    const dollars = await market.getHistory(coinId, 'max', 'daily').catch(() => null);
    const first = all.prices[0]?.[0];
    if (!dollars || first === undefined) return { ...own, value: all };
    const value = await convertedHistories(
      dollars.value,
      `${currency} ${first}`,
      deps.clock.now(),
      async () => {
        const older = await daily.convertHistory(cutBefore(dollars.value, first), currency);
        const coverage = older.coverage ?? all.coverage;
        if (older.prices.length === 0) return all;
        return {
          prices: [...older.prices, ...all.prices],
          market_caps: [...older.market_caps, ...all.market_caps],
          total_volumes: [...older.total_volumes, ...all.total_volumes],
          ...(coverage && { coverage }),
          rates: 'daily',
        };
      },
    );
    return { ...own, value };
  }

  return {
    async getHistory(coinId, days, interval, currency) {
      const source = upstream();
      const span = toUpstreamSpan(days, interval);
      const own = source && (await lookupsOf(source).getHistory(coinId, span, currency));
      if (own === null) return null;
      if (own && days === 'max') return withOlder(own, coinId, currency);
      if (own) return { ...own, value: cuts(own.value)(days) };
      const dollars = await market.getHistory(coinId, days, interval);
      if (!dollars) return null;
      const value = await convertedHistories(dollars.value, currency, deps.clock.now(), () =>
        daily.convertHistory(dollars.value, currency),
      );
      if (value.prices.length === 0 && dollars.value.prices.length > 0) throw marketUnavailable();
      return { ...dollars, value };
    },

    async listCandles(coinId, days, currency) {
      const source = upstream();
      const own = source && (await lookupsOf(source).listCandles(coinId, days, currency));
      if (own === null) return null;
      if (own) return own;
      const dollars = await market.listCandles(coinId, days);
      if (!dollars) return null;
      const value = await convertedCandles(dollars.value, currency, deps.clock.now(), () =>
        daily.convertCandles(dollars.value, currency),
      );
      if (value.length === 0 && dollars.value.length > 0) throw marketUnavailable();
      return { ...dollars, value };
    },
  };
}

/** The points before an instant. */
function cutBefore(history: History, end: number): History {
  const cut = (points: History['prices']) => points.filter(([at]) => at < end);
  return {
    ...history,
    prices: cut(history.prices),
    market_caps: cut(history.market_caps),
    total_volumes: cut(history.total_volumes),
  };
}
