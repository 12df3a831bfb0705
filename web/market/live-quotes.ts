import type { QuotesEvent, StreamQuote } from '#contract/market.ts';
import type { CoinList, MarketRow } from './queries.ts';

/** Reads the data of a `quotes` event; null for anything else, because a stream can be cut or meddled with. */
export function parseQuotesEvent(data: string): QuotesEvent | null {
  try {
    const event = JSON.parse(data) as Partial<QuotesEvent> | null;
    if (!event || !Array.isArray(event.quotes) || typeof event.asOf !== 'string' || !event.source)
      return null;
    return event as QuotesEvent;
  } catch {
    return null;
  }
}

/** The list with the event's quotes in it. Rows without a change stay the same objects; unknown coins are left out. */
export function patchQuotes(list: CoinList, event: QuotesEvent): CoinList {
  const quotes = new Map(event.quotes.map((quote) => [quote.id, quote]));
  const rows = list.rows.map((row) => {
    const quote = quotes.get(row.id);
    return quote ? patchRow(row, quote, event.asOf) : row;
  });
  return { source: event.source, asOf: event.asOf, rows };
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
