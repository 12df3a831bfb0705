import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  Candle,
  CandleDays,
  Coin,
  CoinDetail,
  Global,
  History,
  HistoryDays,
  MarketSource,
  Search,
  Status,
  Trending,
  TrendingCoin,
} from '#contract/market.ts';
import type { Milliseconds, Percent } from '#contract/units.ts';
import { type ApiReader, readApi } from '#web/lib/api-client.ts';
import { isInDollars } from '#web/lib/money/page-currency.ts';
import { roundMoney, roundPercent } from './table/shown-figures.ts';
import { type SparklineShape, toSparkline } from './table/sparkline-shape.ts';

const minute = 60_000;

/**
 * Only the fields that a row of the market table needs, because the page embeds them. Changes, and on a page in dollars
 * also market cap and volume, are rounded to the digits shown, so that they can be read back from the page's HTML.
 */
export type MarketRow = Pick<
  Coin,
  | 'id'
  | 'symbol'
  | 'name'
  | 'current_price'
  | 'market_cap'
  | 'market_cap_rank'
  | 'total_volume'
  | 'price_change_percentage_24h'
  | 'last_updated'
  | 'quarantined'
  | 'missing'
> & {
  change1h: Percent | null;
  change7d: Percent | null;
  sparkline: SparklineShape | null;
  /** The market cap with all digits, if `market_cap` is rounded; absent for rows read from the page's HTML. */
  exactCap?: number | null;
};

/** The rows of one refresh. An unchanged coin keeps its row object, so that its row does not render again. */
export interface CoinList {
  readonly source: MarketSource | null;
  /** When the rows were fetched upstream; null if unknown. */
  readonly asOf: string | null;
  readonly rows: readonly MarketRow[];
}

const coinsPath =
  '/api/cryptocurrencies?vs_currency=usd&order=market_cap_desc&per_page=100&page=1&price_change_percentage=1h,24h,7d&sparkline=true';

/** `isRounded`: the page is in dollars, so market cap and volume keep only the digits shown. */
function toRow(coin: Coin, isRounded: boolean): MarketRow {
  return {
    id: coin.id,
    symbol: coin.symbol,
    name: coin.name,
    current_price: coin.current_price,
    market_cap: isRounded ? roundMoney(coin.market_cap) : coin.market_cap,
    ...(isRounded && { exactCap: coin.market_cap }),
    market_cap_rank: coin.market_cap_rank,
    total_volume: isRounded ? roundMoney(coin.total_volume) : coin.total_volume,
    price_change_percentage_24h: roundPercent(coin.price_change_percentage_24h),
    change1h: roundPercent(coin.price_change_percentage_1h_in_currency),
    change7d: roundPercent(coin.price_change_percentage_7d_in_currency),
    last_updated: coin.last_updated,
    ...(coin.quarantined && { quarantined: true }),
    ...(coin.missing && { missing: true }),
    sparkline: toSparkline(coin.sparkline_in_7d?.price, coin.price_change_percentage_7d_in_currency),
  };
}

/*
 * Cache rules of the market's calls. Each takes the reader as a parameter, so that the server can run the same queries
 * without a network round trip. In the browser it is `readApi`.
 */

/**
 * Fetches the age of the coins, then the coins. Also caches the status, so that the page's head shows the age of this
 * answer.
 */
export async function readCoinList(
  queryClient: QueryClient,
  read: ApiReader = readApi,
  signal?: AbortSignal,
): Promise<CoinList> {
  // In sequence, so that a refresh between the two calls makes the rows newer than their stated age, never older.
  const status = await queryClient.fetchQuery({ ...statusQuery(read), staleTime: 0 }).catch(() => null);
  const coins = await read<Coin[]>(coinsPath, signal);
  const isRounded = isInDollars(queryClient);
  return {
    source: status?.market.source ?? null,
    asOf: status?.market.asOf ?? null,
    rows: coins.map((coin) => toRow(coin, isRounded)),
  };
}

const selectRows = (list: CoinList) => list.rows;

/** How often to refetch while there are no coins yet. */
export const emptyRetry: Milliseconds = 3_000;

/**
 * The 100 coins of the market table, with their age. The table is refreshed by hand: a loaded list is refetched
 * automatically only when a screen opens and the list is over 10 minutes old.
 */
export const coinListQuery = (read: ApiReader = readApi) =>
  queryOptions({
    queryKey: ['cryptocurrencies'],
    queryFn: ({ client, signal }) => readCoinList(client, read, signal),
    staleTime: 10 * minute,
    refetchInterval: ({ state }) => (state.data ? false : emptyRetry),
  });

/** Only the rows of `coinListQuery`. */
export const coinsQuery = (read: ApiReader = readApi) =>
  queryOptions({ ...coinListQuery(read), select: selectRows });

/** Only the market figures that pages show, because pages embed them. */
export type GlobalFigures = Pick<
  Global,
  | 'active_cryptocurrencies'
  | 'total_market_cap'
  | 'total_volume'
  | 'market_cap_percentage'
  | 'market_cap_change_percentage_24h_usd'
  | 'updated_at'
>;

/** Refetched as often as the status, whose age is shown next to the figures. */
export const globalQuery = (read: ApiReader = readApi) =>
  queryOptions({
    queryKey: ['global'],
    queryFn: ({ signal }) => read<GlobalFigures>('/api/global', signal),
    staleTime: minute / 2,
    refetchInterval: ({ state }) => (state.data ? minute : emptyRetry),
  });

/** Source, state and age of the market data; refetched every minute to keep an open page current. */
export const statusQuery = (read: ApiReader = readApi) =>
  queryOptions({
    queryKey: ['status'],
    queryFn: ({ signal }) => read<Status>('/api/status', signal),
    staleTime: minute / 2,
    refetchInterval: ({ state }) => (state.data?.market.asOf ? minute : emptyRetry),
  });

/** Only the fields that a line of the trending card needs, because the page embeds them. */
export type TrendingRow = Pick<
  TrendingCoin,
  'id' | 'name' | 'symbol' | 'price' | 'price_change_percentage_24h'
>;

/** Maximum number of trending coins shown. */
export const maxTrending = 5;

/** The most searched coins, as many as the card shows. */
export const trendingQuery = (read: ApiReader = readApi) =>
  queryOptions({
    queryKey: ['trending'],
    queryFn: async ({ signal }): Promise<readonly TrendingRow[]> => {
      const { coins } = await read<Trending>('/api/trending', signal);
      return coins.slice(0, maxTrending).map(({ id, name, symbol, price, price_change_percentage_24h }) => ({
        id,
        name,
        symbol,
        price,
        price_change_percentage_24h,
      }));
    },
    staleTime: 5 * minute,
    refetchInterval: ({ state }) => (state.data ? 5 * minute : emptyRetry),
  });

/** A coin's details. */
export const coinQuery = (coinId: string, read: ApiReader = readApi) =>
  queryOptions({
    queryKey: ['cryptocurrencies', coinId],
    queryFn: ({ signal }) => read<CoinDetail>(`/api/cryptocurrencies/${encodeURIComponent(coinId)}`, signal),
    staleTime: minute / 2,
    enabled: coinId !== '',
  });

const otherThanDollars = (currency: string) => (currency === 'usd' ? [] : [currency]);
const inCurrency = (currency: string) => (currency === 'usd' ? '' : `&vs_currency=${currency}`);

/** The part of a price history that a chart draws. Market caps are dropped, because the page embeds it. */
export type PriceHistory = Pick<History, 'prices' | 'total_volumes' | 'coverage'>;

/** A coin's price history. `currency`: that of prices and volumes, each converted at the rate of its own time. */
export const historyQuery = (
  coinId: string,
  days: HistoryDays,
  currency = 'usd',
  read: ApiReader = readApi,
) =>
  queryOptions({
    queryKey: ['cryptocurrencies', coinId, 'history', days, ...otherThanDollars(currency)],
    queryFn: async ({ signal }): Promise<PriceHistory> => {
      const path = `/api/cryptocurrencies/${encodeURIComponent(coinId)}/history?days=${days}&interval=auto${inCurrency(currency)}`;
      const { prices, total_volumes, coverage } = await read<History>(path, signal);
      return { prices, total_volumes, ...(coverage && { coverage }) };
    },
    staleTime: 5 * minute,
    enabled: coinId !== '',
  });

/** A coin's candles, oldest first. */
export const candlesQuery = (coinId: string, days: CandleDays, currency = 'usd', read: ApiReader = readApi) =>
  queryOptions({
    queryKey: ['cryptocurrencies', coinId, 'ohlc', days, ...otherThanDollars(currency)],
    queryFn: ({ signal }) =>
      read<Candle[]>(
        `/api/cryptocurrencies/${encodeURIComponent(coinId)}/ohlc?days=${days}${inCurrency(currency)}`,
        signal,
      ),
    staleTime: 5 * minute,
    enabled: coinId !== '',
  });

/** The coins that the server finds for a text. Not fetched for two characters or fewer. */
export const searchQuery = (query: string, read: ApiReader = readApi) =>
  queryOptions({
    queryKey: ['search', query],
    queryFn: ({ signal }) => read<Search>(`/api/search?query=${encodeURIComponent(query)}`, signal),
    staleTime: 5 * minute,
    enabled: query.trim().length > 2,
  });
