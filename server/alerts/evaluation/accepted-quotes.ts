import type { Coin, MarketSource } from '#contract/market.ts';
import type { MarketService } from '#server/market/service.ts';

export type Snapshot = NonNullable<ReturnType<MarketService['snapshot']>>;

/** What is believed of a coin: US dollars, and percent over 24 hours; null: its change is not known. */
export interface Quote {
  readonly price: number;
  readonly change: number | null;
}

/** The quotes of one refresh that are believed, by coin id. `asOf` is in milliseconds. */
export interface AcceptedQuotes {
  readonly source: MarketSource;
  readonly asOf: number;
  readonly quotes: ReadonlyMap<string, Quote>;
}

/** As far as a price may be from the last that was believed before it is in quarantine. */
const farthest = 10;

/**
 * A change says what the price was a day ago. One that contradicts all other figures of its row by more than tenfold
 * is not believed, nor one that says more than everything was lost.
 */
function isPlausible(change: number, price: number, row: Coin): boolean {
  if (change <= -100) return false;
  const dayAgo = price / (1 + change / 100);
  const dayAgoByDollars = row.price_change_24h === null ? null : price - row.price_change_24h;
  const known = [dayAgoByDollars, row.low_24h, row.high_24h].filter(
    (figure): figure is number => figure !== null && figure > 0,
  );
  if (known.length === 0) return true;
  return dayAgo >= Math.min(...known) / farthest && dayAgo <= Math.max(...known) * farthest;
}

/** What a row of the market says that is believed. A row in quarantine shows the last quote that was. */
export function toQuote(row: Coin): Quote | null {
  const { current_price: price, price_change_percentage_24h: change } = row;
  if (price === null) return null;
  return { price, change: change !== null && isPlausible(change, price, row) ? change : null };
}

/** What a snapshot brings that is new and believed: nothing of the coins in quarantine. */
export function toAcceptedQuotes({ source, asOf, coins }: Snapshot): AcceptedQuotes {
  const quotes = new Map<string, Quote>();
  for (const row of coins) {
    const quote = row.quarantined ? null : toQuote(row);
    if (quote) quotes.set(row.id, quote);
  }
  return { source, asOf, quotes };
}
