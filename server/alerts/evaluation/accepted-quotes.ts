import type { Coin, MarketSource } from '#contract/market.ts';
import type { CoinId, Instant, Percent } from '#contract/units.ts';
import { isWithinTenfold, type MarketService } from '#server/market/service.ts';
import { type ConvertedPrice, convertPrice } from '../currency/converted-price.ts';
import type { QuoteRates } from '../currency/quote-rates.ts';

export type Snapshot = NonNullable<ReturnType<MarketService['snapshot']>>;

/** An accepted price in US dollars, with its 24h change; null if unknown. */
export interface Quote {
  readonly price: number;
  readonly change: Percent | null;
  /** The price in the currency it is evaluated in, if that is not dollars. */
  readonly converted?: ConvertedPrice | undefined;
}

/** The accepted quotes of one refresh. */
export interface AcceptedQuotes {
  readonly source: MarketSource;
  readonly asOf: Instant;
  readonly quotes: ReadonlyMap<CoinId, Quote>;
  /** Captured together with the quotes. Alerts in a currency without a rate wait. */
  readonly rates?: QuoteRates | undefined;
}

/**
 * Whether a 24h change is consistent with its row. The price a day ago that it implies must be within a factor of ten
 * of the range of the other figures. A change of -100% or less is impossible.
 */
function isPlausible(change: Percent, price: number, row: Coin): boolean {
  if (change <= -100) return false;
  const dayAgo = price / (1 + change / 100);
  const dayAgoByDollars = row.price_change_24h === null ? null : price - row.price_change_24h;
  const known = [dayAgoByDollars, row.low_24h, row.high_24h].filter(
    (figure): figure is number => figure !== null && figure > 0,
  );
  if (known.length === 0) return true;
  const nearest = Math.min(Math.max(dayAgo, Math.min(...known)), Math.max(...known));
  return isWithinTenfold(dayAgo, nearest);
}

/** The quote of a market row. A quarantined row shows the last accepted one. */
export function toQuote(row: Coin): Quote | null {
  const { current_price: price, price_change_percentage_24h: change } = row;
  if (price === null) return null;
  return { price, change: change !== null && isPlausible(change, price, row) ? change : null };
}

/** The new quotes of a snapshot, except for coins that are quarantined or missing from the refresh. */
export function toAcceptedQuotes({ source, asOf, coins }: Snapshot, rates?: QuoteRates): AcceptedQuotes {
  const quotes = new Map<CoinId, Quote>();
  for (const row of coins) {
    const quote = row.quarantined || row.missing ? null : toQuote(row);
    if (quote) quotes.set(row.id, quote);
  }
  return { source, asOf, quotes, rates };
}

/** The quote in a currency; undefined if there is no rate or no quote. */
export function convertQuote(
  quote: Quote | undefined,
  currency: string,
  rates: QuoteRates | undefined,
): Quote | undefined {
  const rate = rates?.get(currency);
  return quote && rate !== undefined ? { ...quote, converted: convertPrice(quote.price, rate) } : undefined;
}
