import type { Candle, CandleDays, History, HistoryDays, HistoryInterval } from '#contract/market.ts';
import type { CoinId, DecimalText } from '#contract/units.ts';
import { memoize, memoizeByKey } from '#server/platform/cache/memoize.ts';
import type { Clock } from '#server/platform/clock.ts';
import { dayNumberOf, formatDay } from '#server/platform/utc-day.ts';
import { marketUnavailable } from '../coins/market-unavailable.ts';
import { createOnDemand } from '../coins/on-demand.ts';
import { createUnknownCoins } from '../coins/unknown-coins.ts';
import type { Endpoint, Upstream } from '../feed/upstream.ts';
import type { Fetched } from '../fetched.ts';
import { cutHistory, toUpstreamSpan } from '../history/history-span.ts';
import { type MarketProvider, UpstreamError } from '../provider.ts';
import type { RateService } from '../rates/service.ts';
import type { MarketService } from '../service.ts';
import { convertCandles, convertPoints, type RateAt } from './convert.ts';

/**
 * The past of a coin in a currency: as the provider gives it, each point at the rate of its own time; where it gives none,
 * dollars × the rate of the day, without the days that have no rate. Null: an unknown coin. Throws
 * `AppError('market_unavailable')` where neither is to be had.
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
  /** The market shown at present; undefined: there is none to ask. */
  readonly upstream: () => Upstream | undefined;
  readonly rates: Pick<RateService, 'readRates'>;
  readonly clock: Clock;
}

const minute = 60_000;
const mebibyte = 1024 * 1024;
/** Memory of a point of a chart. */
const pointBytes = 56;
/** Spans and currencies of one history that are kept, so that each is encoded once. */
const maxKept = 20;

export function createCurrencyHistory(deps: CurrencyHistoryDeps): CurrencyHistory {
  const { market, upstream, rates } = deps;
  const lookupsOf = memoize((source: Upstream) => createLookups(source, deps));
  const cuts = memoize((history: History) =>
    memoizeByKey(
      (days: HistoryDays): History => ({
        ...cutHistory(history, days, upstream()?.source ?? 'coingecko'),
        rates: 'provider',
      }),
      maxKept,
    ),
  );
  const convertedHistories = memoize((_: History) => createKept<History>());
  const convertedCandles = memoize((_: readonly Candle[]) => createKept<readonly Candle[]>());

  /** The rates of the days of these instants. */
  async function readRatesOf(currency: string, instants: readonly number[]): Promise<RateAt> {
    const days = [...new Set(instants.map(dayOf))];
    const found = await rates.readRates(days.map((day) => ({ currency, day })));
    const byDay = new Map(
      days.map((day, place): [string, DecimalText | null] => [day, found[place]?.value ?? null]),
    );
    return (at) => byDay.get(dayOf(at)) ?? null;
  }

  async function convertHistory(history: History, currency: string): Promise<History> {
    const rateAt = await readRatesOf(
      currency,
      history.prices.map(([at]) => at),
    );
    const { coverage, ...series } = history;
    const prices = convertPoints(series.prices, rateAt);
    const from = prices[0]?.[0];
    return {
      prices,
      market_caps: convertPoints(series.market_caps, rateAt),
      total_volumes: convertPoints(series.total_volumes, rateAt),
      ...(coverage &&
        from !== undefined && { coverage: { ...coverage, from: new Date(from).toISOString() } }),
      rates: 'daily',
    };
  }

  return {
    async getHistory(coinId, days, interval, currency) {
      const source = upstream();
      const span = toUpstreamSpan(days, interval);
      const own = source && (await lookupsOf(source).getHistory(coinId, span, currency));
      if (own === null) return null;
      if (own) return { ...own, value: cuts(own.value)(days) };
      const dollars = await market.getHistory(coinId, days, interval);
      if (!dollars) return null;
      const value = await convertedHistories(dollars.value)(currency, deps.clock.now(), () =>
        convertHistory(dollars.value, currency),
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
      const value = await convertedCandles(dollars.value)(currency, deps.clock.now(), async () => {
        const rateAt = await readRatesOf(
          currency,
          dollars.value.map(([at]) => at),
        );
        return convertCandles(dollars.value, rateAt);
      });
      if (value.length === 0 && dollars.value.length > 0) throw marketUnavailable();
      return { ...dollars, value };
    },
  };
}

/** A point at midnight is the end of the day before. */
const dayOf = (at: number) => formatDay(dayNumberOf(at - 1));

/** What was converted, by currency, for a minute: the rate of today moves. */
function createKept<T extends object>() {
  const kept = memoizeByKey((_: string): { made?: { value: Promise<T>; at: number } } => ({}), maxKept);
  return (currency: string, now: number, make: () => Promise<T>): Promise<T> => {
    const entry = kept(currency);
    if (!entry.made || Math.abs(now - entry.made.at) >= minute) {
      const value = make();
      entry.made = { value, at: now };
      value.catch(() => {
        delete entry.made;
      });
    }
    return entry.made.value;
  };
}

/** What the provider says in a currency. Undefined: it gives no answer. */
function createLookups(upstream: Upstream, { market, clock }: CurrencyHistoryDeps) {
  const unknown = createUnknownCoins(clock);
  const histories = createOnDemand<History>({
    clock,
    freshMs: 5 * minute,
    maxEntries: 500,
    maxBytes: 16 * mebibyte,
    sizeOf: (history) => 3 * pointBytes * history.prices.length,
    isEmpty: (history) => history.prices.length === 0,
  });
  const candles = createOnDemand<readonly Candle[]>({
    clock,
    freshMs: 5 * minute,
    maxEntries: 500,
    maxBytes: 4 * mebibyte,
    sizeOf: (list) => 2 * pointBytes * list.length,
    isEmpty: (list) => list.length === 0,
  });
  const rowsById = memoize(
    ({ coins }: NonNullable<ReturnType<MarketService['snapshot']>>) =>
      new Map(coins.map(({ id }) => [id.toLowerCase(), id])),
  );

  /** A few ids have capitals. */
  function exactId(requestedId: CoinId): CoinId {
    const snapshot = market.snapshot();
    return (snapshot && rowsById(snapshot).get(requestedId.toLowerCase())) ?? requestedId.toLowerCase();
  }

  /** Currencies times coins are many: they have the smaller share of the budget, as ids that may be made up. */
  async function ask<T>(
    endpoint: Endpoint,
    coinId: CoinId,
    run: (provider: MarketProvider, signal: AbortSignal) => Promise<T | null>,
  ): Promise<T | null> {
    if (unknown.has(`${endpoint} ${coinId}`)) return null;
    const answer = await upstream.ask({ endpoint, claim: 'unlisted', run });
    if (answer === null) unknown.add(`${endpoint} ${coinId}`);
    return answer;
  }

  return {
    getHistory(requestedId: CoinId, span: ReturnType<typeof toUpstreamSpan>, currency: string) {
      const coinId = exactId(requestedId);
      const { days, interval } = span;
      const askFor = (wanted: HistoryDays) =>
        ask('history', coinId, (provider, signal) =>
          provider.getHistory(coinId, wanted, interval, signal, currency),
        );
      const load = () =>
        askFor(days).catch((error: unknown) => {
          // CoinGecko's smaller plans refuse `max`: their history is limited to a year.
          if (days === 'max' && error instanceof UpstreamError && error.failure === 'refused')
            return askFor(365);
          throw error;
        });
      return histories.get(`${days} ${interval} ${currency} ${coinId}`, load).catch(orUndefined);
    },
    listCandles(requestedId: CoinId, days: CandleDays, currency: string) {
      const coinId = exactId(requestedId);
      const load = () =>
        ask('candles', coinId, (provider, signal) => provider.listCandles(coinId, days, signal, currency));
      return candles.get(`${days} ${currency} ${coinId}`, load).catch(orUndefined);
    },
  };
}

function orUndefined(error: unknown): undefined {
  if (error instanceof UpstreamError) return undefined;
  throw error;
}
