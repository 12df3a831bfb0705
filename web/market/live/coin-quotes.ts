import { queryOptions } from '@tanstack/react-query';
import type { Coin, CoinDetail } from '#contract/market.ts';
import type { CoinId, Percent } from '#contract/units.ts';
import { type ApiReader, readApi } from '#web/lib/api-client.ts';
import { type SparklineShape, toSparkline } from '../table/sparkline-shape.ts';

/** A coin on a card. Money is in US dollars; unknown figures are null. */
export interface CoinQuote {
  readonly price: number | null;
  readonly change1h: Percent | null;
  readonly change24h: Percent | null;
  readonly change7d: Percent | null;
  readonly marketCap: number | null;
  readonly volume: number | null;
  readonly sparkline: SparklineShape | null;
  /** When the provider last changed the price (ISO 8601). */
  readonly updatedAt: string | null;
  /** The provider's newest price is held back, so this is the last accepted one. */
  readonly isHeld: boolean;
  /** The last refresh omitted the coin, so this is its last known quote. */
  readonly isMissing: boolean;
}

/** Quotes by coin id. */
export type CoinQuotes = Readonly<Record<CoinId, CoinQuote>>;

/** The first element of the key of all coin quote queries. */
export const coinQuotesKey = ['coin-quotes'] as const;

/** Maximum ids per call. */
const maxIds = 250;
const refreshMs = 60_000;

/** Quotes of coins in the market's list, refetched every minute. Other coins are missing from the answer. */
export const coinQuotesQuery = (coinIds: readonly CoinId[], read: ApiReader = readApi) => {
  const ids = [...coinIds].sort();
  return queryOptions({
    queryKey: [...coinQuotesKey, ids],
    queryFn: async ({ signal }): Promise<CoinQuotes> => {
      const pages = Array.from({ length: Math.ceil(ids.length / maxIds) }, (_, page) =>
        read<Coin[]>(toPath(ids.slice(page * maxIds, (page + 1) * maxIds)), signal),
      );
      const coins = (await Promise.all(pages)).flat();
      return Object.fromEntries(coins.map((coin) => [coin.id, fromRow(coin)]));
    },
    staleTime: refreshMs / 2,
    refetchInterval: refreshMs,
  });
};

function toPath(ids: readonly string[]): string {
  const names = ids.map(encodeURIComponent).join(',');
  return `/api/cryptocurrencies?vs_currency=usd&ids=${names}&per_page=${maxIds}&price_change_percentage=1h,24h,7d&sparkline=true`;
}

function fromRow(coin: Coin): CoinQuote {
  return {
    price: coin.current_price,
    change1h: coin.price_change_percentage_1h_in_currency ?? null,
    change24h: coin.price_change_percentage_24h,
    change7d: coin.price_change_percentage_7d_in_currency ?? null,
    marketCap: coin.market_cap,
    volume: coin.total_volume,
    sparkline: toSparkline(coin.sparkline_in_7d?.price, coin.price_change_percentage_7d_in_currency),
    updatedAt: coin.last_updated,
    isHeld: coin.quarantined === true,
    isMissing: coin.missing === true,
  };
}

/** The quote in a coin's details. */
export function quoteOfDetail({
  market_data: figures,
  last_updated,
  quarantined,
  missing,
}: CoinDetail): CoinQuote {
  return {
    price: figures.current_price.usd,
    change1h: figures.price_change_percentage_1h_in_currency.usd,
    change24h: figures.price_change_percentage_24h,
    change7d: figures.price_change_percentage_7d_in_currency.usd,
    marketCap: figures.market_cap.usd,
    volume: figures.total_volume.usd,
    sparkline: null,
    updatedAt: figures.last_updated ?? last_updated,
    isHeld: quarantined === true,
    isMissing: missing === true,
  };
}
