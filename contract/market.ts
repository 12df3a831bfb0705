import { z } from 'zod';
import { newsStatusSchema } from './news.ts';

/*
 * Market data, in CoinGecko's own wire format (snake_case), so that programs written for CoinGecko can read it.
 * Prices, caps and volumes are in US dollars or the request's `vs_currency`; changes are in percent; instants are in
 * ISO 8601 and UTC unless a field says milliseconds. An unknown figure is null, never 0.
 */

const figure = z.number().nullable();
/** In dollars, and in the request's currency under its code. */
const usd = z.object({ usd: figure }).catchall(figure);
const usdDate = z.object({ usd: z.string().nullable() }).catchall(z.string().nullable());

/** Where market data comes from. Simulated data is always marked. */
export const marketSources = ['coingecko', 'simulated'] as const;
export type MarketSource = (typeof marketSources)[number];

/** `live`: fresh. `stale`: older than twice the refresh interval plus 10 s. `starting`: nothing to show yet. */
export const marketStates = ['live', 'stale', 'starting'] as const;
export type MarketState = (typeof marketStates)[number];

/** The provider's id of a coin: its only key, unlike its symbol. */
export const coinIdSchema = z
  .string()
  .max(120, 'Must be a coin id')
  .regex(/^[^\s/?#\\\p{Cc}\p{Cs}]+$/u, 'Must be a coin id');

/** A row of the coin list, like CoinGecko's `/coins/markets`. */
export const coinSchema = z.object({
  id: coinIdSchema,
  symbol: z.string(),
  name: z.string(),
  /** The logo's URL on our own origin. */
  image: z.string(),
  current_price: figure,
  market_cap: figure,
  market_cap_rank: figure,
  fully_diluted_valuation: figure,
  total_volume: figure,
  high_24h: figure,
  low_24h: figure,
  price_change_24h: figure,
  price_change_percentage_24h: figure,
  market_cap_change_24h: figure,
  market_cap_change_percentage_24h: figure,
  circulating_supply: figure,
  total_supply: figure,
  max_supply: figure,
  ath: figure,
  ath_change_percentage: figure,
  ath_date: z.string().nullable(),
  atl: figure,
  atl_change_percentage: figure,
  atl_date: z.string().nullable(),
  last_updated: z.string().nullable(),
  price_change_percentage_1h_in_currency: figure.optional(),
  price_change_percentage_24h_in_currency: figure.optional(),
  price_change_percentage_7d_in_currency: figure.optional(),
  /** At most 30 points over the last seven days, oldest first; only with `sparkline=true`. */
  sparkline_in_7d: z.object({ price: z.array(z.number()) }).optional(),
  /** Set if the provider's newest price is held back; the row shows the last accepted one. */
  quarantined: z.literal(true).optional(),
  /** Set if the last refresh left the coin out; the row is from an earlier one. */
  missing: z.literal(true).optional(),
});
export type Coin = z.infer<typeof coinSchema>;

/** The maximum number of points of a sparkline. */
export const sparklinePoints = 30;

export const coinOrders = ['market_cap_desc', 'market_cap_asc', 'volume_desc', 'volume_asc'] as const;
export type CoinOrder = (typeof coinOrders)[number];
export const priceChangeRanges = ['1h', '24h', '7d'] as const;
export type PriceChangeRange = (typeof priceChangeRanges)[number];

/** Global figures: the `data` object of CoinGecko's `/global`, unwrapped. */
export const globalSchema = z.object({
  active_cryptocurrencies: figure,
  markets: figure,
  /** In dollars, and in `vs_currency` under its code. */
  total_market_cap: usd,
  total_volume: usd,
  market_cap_percentage: z.record(z.string(), z.number()),
  market_cap_change_percentage_24h_usd: figure,
  /** In seconds since 1970, as at CoinGecko. */
  updated_at: figure,
});
export type Global = z.infer<typeof globalSchema>;

/** A trending coin. The list is flat, unlike CoinGecko's. */
export const trendingCoinSchema = z.object({
  id: coinIdSchema,
  name: z.string(),
  symbol: z.string(),
  small: z.string(),
  thumb: z.string(),
  market_cap_rank: figure,
  price: figure,
  price_change_percentage_24h: figure,
});
export type TrendingCoin = z.infer<typeof trendingCoinSchema>;
export const trendingSchema = z.object({ coins: z.array(trendingCoinSchema) });
export type Trending = z.infer<typeof trendingSchema>;

/** A search hit. The best match comes first. */
export const searchCoinSchema = z.object({
  id: coinIdSchema,
  name: z.string(),
  symbol: z.string(),
  thumb: z.string(),
  large: z.string(),
  market_cap_rank: figure,
});
export type SearchCoin = z.infer<typeof searchCoinSchema>;
export const searchSchema = z.object({ coins: z.array(searchCoinSchema) });
export type Search = z.infer<typeof searchSchema>;

/**
 * One coin, with the fields we use of CoinGecko's `/coins/{id}`. Links are http(s) only; the description is plain
 * text.
 */
export const coinDetailSchema = z.object({
  id: coinIdSchema,
  symbol: z.string(),
  name: z.string(),
  image: z.object({ thumb: z.string(), small: z.string(), large: z.string() }),
  market_cap_rank: figure,
  description: z.object({ en: z.string() }),
  links: z.object({
    homepage: z.array(z.string()),
    blockchain_site: z.array(z.string()),
    repos_url: z.object({ github: z.array(z.string()) }),
  }),
  market_data: z.object({
    current_price: usd,
    market_cap: usd,
    total_volume: usd,
    high_24h: usd,
    low_24h: usd,
    price_change_24h: figure,
    /** Only with a `vs_currency`. */
    price_change_24h_in_currency: usd.optional(),
    price_change_percentage_24h: figure,
    price_change_percentage_1h_in_currency: usd,
    price_change_percentage_7d_in_currency: usd,
    circulating_supply: figure,
    total_supply: figure,
    max_supply: figure,
    ath: usd,
    ath_change_percentage: usd,
    ath_date: usdDate,
    atl: usd,
    atl_change_percentage: usd,
    atl_date: usdDate,
    last_updated: z.string().nullable(),
  }),
  quarantined: z.literal(true).optional(),
  /** Set if the last refresh of the list left the coin out; the figures are from an earlier one. */
  missing: z.literal(true).optional(),
  /** Set if the provider did not answer: the figures are those of the list; links and description are missing. */
  partial: z.literal(true).optional(),
  last_updated: z.string().nullable(),
});
export type CoinDetail = z.infer<typeof coinDetailSchema>;

/** [milliseconds since 1970, value]. */
const pricePoint = z.tuple([z.number(), z.number()]);
export type PricePoint = z.infer<typeof pricePoint>;
/**
 * The source of a history's prices: the provider, its quotes as we stored them daily, or imported files.
 */
export const coverageSources = [...marketSources, 'own', 'coingecko_csv', 'kraken', 'import'] as const;
export type CoverageSource = (typeof coverageSources)[number];
/** The date of the first price (rarely all time), and the sources of the prices. */
export const coverageSchema = z.object({ from: z.iso.datetime(), sources: z.array(z.enum(coverageSources)) });
export type Coverage = z.infer<typeof coverageSchema>;
/** Price history, oldest first, instants strictly ascending. */
export const historySchema = z.object({
  prices: z.array(pricePoint),
  market_caps: z.array(pricePoint),
  total_volumes: z.array(pricePoint),
  /**
   * Only for currencies other than dollars. `provider`: each point is at the rate of its time. `daily`: all points, or
   * those before the provider's own, are dollars × the day's rate; days without a rate are left out.
   */
  rates: z.enum(['provider', 'daily']).optional(),
  /** Absent if there are no prices. */
  coverage: coverageSchema.optional(),
});
export type History = z.infer<typeof historySchema>;
export const historyIntervals = ['daily', 'auto'] as const;
export type HistoryInterval = (typeof historyIntervals)[number];
/** A number of days of history; `max`: all. */
export type HistoryDays = number | 'max';

/** [milliseconds since 1970 of the close, open, high, low, close], like CoinGecko's `/coins/{id}/ohlc`. */
const candle = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()]);
export type Candle = z.infer<typeof candle>;
export const candlesSchema = z.array(candle);
/** The spans in days for which CoinGecko has candles. */
export const candleDays = [1, 7, 30, 365] as const;
export type CandleDays = (typeof candleDays)[number];

export const marketStatusSchema = z.object({
  source: z.enum(marketSources),
  state: z.enum(marketStates),
  /** When the data was fetched from the provider. */
  asOf: z.string().nullable(),
});
export type MarketStatus = z.infer<typeof marketStatusSchema>;
/** Dependencies that a server can do without for a while. */
const dependencies = ['redis', 'database'] as const;
export type Dependency = (typeof dependencies)[number];

export const statusSchema = z.object({
  market: marketStatusSchema,
  news: newsStatusSchema,
  version: z.string(),
  /** Dependencies that are down: less is shared between servers, or some features are unavailable. */
  degraded: z.array(z.enum(dependencies)),
});
export type Status = z.infer<typeof statusSchema>;

/** A changed quote in a `quotes` event of the stream. */
export interface StreamQuote {
  id: string;
  current_price: number | null;
  market_cap: number | null;
  market_cap_rank: number | null;
  total_volume: number | null;
  price_change_percentage_24h: number | null;
  quarantined?: true;
  missing?: true;
}
/** Data of a `quotes` event: the coins that changed since the previous event. */
export interface QuotesEvent {
  source: MarketSource;
  asOf: string;
  quotes: StreamQuote[];
}

/** Answer of `GET /api/rates`: units of each currency per dollar, by lower-case code. */
export const ratesSchema = z.object({
  base: z.literal('usd'),
  rates: z.record(z.string(), z.number()),
  /** Null: no rates have been fetched yet. */
  asOf: z.iso.datetime().nullable(),
  state: z.enum(['live', 'stale', 'simulated', 'unavailable']),
});
export type Rates = z.infer<typeof ratesSchema>;
