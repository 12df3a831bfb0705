import type { CoinDetail, MarketSource, QuotesEvent, StreamQuote } from '#contract/market.ts';
import type { CoinId, Percent } from '#contract/units.ts';
import type { MarketRow } from '../queries.ts';
import type { CoinQuote } from './coin-quotes.ts';

/** A quote for a row. If its market cap is rounded, `exactCap` has all digits. */
export type RowQuote = StreamQuote & Pick<MarketRow, 'exactCap'>;

/** The quotes of one stream event. */
export interface LiveQuotes {
  readonly source: MarketSource;
  /** When they were fetched upstream (ISO 8601). */
  readonly asOf: string;
  readonly byCoin: ReadonlyMap<CoinId, RowQuote>;
}

/** Indexes the quotes of a stream event by coin. */
export function toLiveQuotes({ source, asOf, quotes }: QuotesEvent): LiveQuotes {
  return { source, asOf, byCoin: new Map(quotes.map((quote) => [quote.id, quote])) };
}

/** The figures of a quote, without its coin. */
type QuoteFigures = Omit<RowQuote, 'id'>;

/** How one kind of cached coin stores a quote's figures. */
export interface QuoteFormat<T> {
  /** The stored figures, under the stream's names. */
  read(coin: T): Partial<Record<keyof QuoteFigures, unknown>>;
  /** Applies a quote fetched at `asOf` to the coin. Keeps fields that the quote lacks. */
  write(coin: T, quote: QuoteFigures, asOf: string): T;
}

/**
 * Applies a coin's live quote to its cached figures. Returns the same object if nothing has changed, so that the coin
 * neither looks newer than it is nor renders again. This matters because a stream starts with all quotes.
 */
export function patchQuote<T>(
  format: QuoteFormat<T>,
  coin: T,
  coinId: CoinId,
  { byCoin, asOf }: LiveQuotes,
): T {
  const quote = byCoin.get(coinId);
  if (!quote) return coin;
  const shown = Object.entries(format.read(coin)) as [keyof QuoteFigures, unknown][];
  return shown.every(([name, figure]) => figure === quote[name]) ? coin : format.write(coin, quote, asOf);
}

const toMarks = ({ quarantined, missing }: QuoteFigures) => ({
  ...(quarantined && { quarantined }),
  ...(missing && { missing }),
});

/**
 * When a coin's price was last changed. A quote that is held back or missing from the refresh keeps its age, and so does
 * one with the same price: the provider repeats that of a dead coin for weeks, while its rank changes every minute. If
 * the provider has confirmed the price, the next refetch says so.
 */
function dateOf(
  quote: QuoteFigures,
  shown: ReturnType<QuoteFormat<unknown>['read']>,
  known: string | null,
  asOf: string,
): string | null {
  if (quote.quarantined || quote.missing) return known;
  const isRepeated = quote.current_price === shown.current_price && !shown.quarantined && !shown.missing;
  return isRepeated ? known : asOf;
}

/** A row of the market table. */
export const rowFormat: QuoteFormat<MarketRow> = {
  read: (row) => ({
    current_price: row.current_price,
    market_cap: row.market_cap,
    market_cap_rank: row.market_cap_rank,
    total_volume: row.total_volume,
    price_change_percentage_24h: row.price_change_percentage_24h,
    quarantined: row.quarantined,
    missing: row.missing,
  }),
  write: ({ quarantined, missing, ...row }, quote, asOf) => ({
    ...row,
    current_price: quote.current_price,
    market_cap: quote.market_cap,
    ...(quote.exactCap !== undefined && { exactCap: quote.exactCap }),
    market_cap_rank: quote.market_cap_rank,
    total_volume: quote.total_volume,
    price_change_percentage_24h: quote.price_change_percentage_24h,
    last_updated: dateOf(quote, { ...row, quarantined, missing }, row.last_updated, asOf),
    ...toMarks(quote),
  }),
};

/** A coin on a card, which has no rank. */
export const cardFormat: QuoteFormat<CoinQuote> = {
  read: (card) => ({
    current_price: card.price,
    market_cap: card.marketCap,
    total_volume: card.volume,
    price_change_percentage_24h: card.change24h,
    quarantined: card.isHeld || undefined,
    missing: card.isMissing || undefined,
  }),
  write: (card, quote, asOf) => ({
    ...card,
    price: quote.current_price,
    marketCap: quote.market_cap,
    volume: quote.total_volume,
    change24h: quote.price_change_percentage_24h,
    updatedAt: dateOf(quote, cardFormat.read(card), card.updatedAt, asOf),
    isHeld: quote.quarantined === true,
    isMissing: quote.missing === true,
  }),
};

/** A coin with its details. The price extends the day's high and low. */
export const detailFormat: QuoteFormat<CoinDetail> = {
  read: ({ market_data: data, market_cap_rank, quarantined, missing }) => ({
    current_price: data.current_price.usd,
    market_cap: data.market_cap.usd,
    market_cap_rank,
    total_volume: data.total_volume.usd,
    price_change_percentage_24h: data.price_change_percentage_24h,
    quarantined,
    missing,
  }),
  write(coin, quote, asOf) {
    const { quarantined: _, missing: __, ...rest } = coin;
    const toDate = (known: string | null) => dateOf(quote, detailFormat.read(coin), known, asOf);
    return {
      ...rest,
      market_cap_rank: quote.market_cap_rank,
      market_data: writeDetailData(coin.market_data, quote, toDate),
      last_updated: toDate(coin.last_updated),
      ...toMarks(quote),
    };
  },
};

function writeDetailData(
  data: CoinDetail['market_data'],
  quote: QuoteFigures,
  toDate: (known: string | null) => string | null,
): CoinDetail['market_data'] {
  const { current_price: price, price_change_percentage_24h: percent } = quote;
  return {
    ...data,
    current_price: { usd: price },
    market_cap: { usd: quote.market_cap },
    total_volume: { usd: quote.total_volume },
    price_change_percentage_24h: percent,
    price_change_24h: toDollarChange(price, percent),
    high_24h: { usd: widen(Math.max, data.high_24h.usd, price) },
    low_24h: { usd: widen(Math.min, data.low_24h.usd, price) },
    last_updated: toDate(data.last_updated),
  };
}

/** Converts a change that led to a price from percent to dollars. */
function toDollarChange(price: number | null, percent: Percent | null): number | null {
  if (price === null || percent === null || percent <= -100) return null;
  return price - price / (1 + percent / 100);
}

/** Extends the day's high or low to the price. */
function widen(pick: typeof Math.max, end: number | null, price: number | null): number | null {
  return end === null || price === null ? end : pick(end, price);
}
