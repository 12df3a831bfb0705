import type { Coin, MarketStatus, QuotesEvent, Rates, StreamQuote } from '#contract/market.ts';
import type { StreamEvent } from '#server/platform/streams/event-stream.ts';
import type { Snapshot } from '../snapshot.ts';

function toQuote(coin: Coin): StreamQuote {
  return {
    id: coin.id,
    current_price: coin.current_price,
    market_cap: coin.market_cap,
    market_cap_rank: coin.market_cap_rank,
    total_volume: coin.total_volume,
    price_change_percentage_24h: coin.price_change_percentage_24h,
    ...(coin.quarantined && { quarantined: true }),
    ...(coin.missing && { missing: true }),
  };
}

const isSameQuote = (a: Coin, b: Coin) =>
  a.current_price === b.current_price &&
  a.market_cap === b.market_cap &&
  a.market_cap_rank === b.market_cap_rank &&
  a.total_volume === b.total_volume &&
  a.price_change_percentage_24h === b.price_change_percentage_24h &&
  a.quarantined === b.quarantined &&
  a.missing === b.missing;

/** The quotes that differ from an earlier snapshot; all of them if there is none or the source changed. */
function listChangedQuotes(earlier: Snapshot | null, later: Snapshot): StreamQuote[] {
  const before = new Map<string, Coin>();
  if (earlier?.source === later.source) for (const coin of earlier.coins) before.set(coin.id, coin);
  const changed = later.coins.filter((coin) => {
    const known = before.get(coin.id);
    return !known || !isSameQuote(known, coin);
  });
  return changed.map(toQuote);
}

/** The quotes that changed between two snapshots; all of the later one if there is no earlier one. */
export function quotesEvent(earlier: Snapshot | null, later: Snapshot): StreamEvent {
  const data: QuotesEvent = {
    source: later.source,
    asOf: new Date(later.asOf).toISOString(),
    quotes: listChangedQuotes(earlier, later),
  };
  return { name: 'quotes', data };
}

export const ratesEvent = (rates: Rates): StreamEvent => ({ name: 'rates', data: rates });

export const statusEvent = (status: MarketStatus): StreamEvent => ({ name: 'status', data: status });

export const isSameState = (a: MarketStatus, b: MarketStatus): boolean =>
  a.state === b.state && a.source === b.source;
