import type { QuotesEvent, StreamQuote } from '#contract/market.ts';
import type { CoinList, MarketRow } from '../queries.ts';

/** The list with the event's quotes in it. Rows without a change stay the same objects; unknown coins are left out. */
export function patchQuotes(list: CoinList, event: QuotesEvent): CoinList {
  const quotes = new Map(event.quotes.map((quote) => [quote.id, quote]));
  const rows = list.rows.map((row) => {
    const quote = quotes.get(row.id);
    return quote && !isSameQuote(row, quote) ? patchRow(row, quote, event.asOf) : row;
  });
  return { source: event.source, asOf: event.asOf, rows };
}

/** A stream begins with all quotes: those that are known already must not look newer than they are. */
function isSameQuote(row: MarketRow, quote: StreamQuote): boolean {
  return (
    row.current_price === quote.current_price &&
    row.market_cap === quote.market_cap &&
    row.market_cap_rank === quote.market_cap_rank &&
    row.total_volume === quote.total_volume &&
    row.price_change_percentage_24h === quote.price_change_percentage_24h &&
    row.quarantined === quote.quarantined
  );
}

function patchRow(row: MarketRow, quote: StreamQuote, asOf: string): MarketRow {
  const { quarantined: _, ...rest } = row;
  return {
    ...rest,
    current_price: quote.current_price,
    market_cap: quote.market_cap,
    market_cap_rank: quote.market_cap_rank,
    total_volume: quote.total_volume,
    price_change_percentage_24h: quote.price_change_percentage_24h,
    last_updated: asOf,
    ...(quote.quarantined && { quarantined: true }),
  };
}
