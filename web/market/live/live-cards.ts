import type { QueryClient } from '@tanstack/react-query';
import type { QuotesEvent, StreamQuote } from '#contract/market.ts';
import { type CoinQuote, type CoinQuotes, coinQuotesKey } from './coin-quotes.ts';
import type { LiveCache } from './live-cache.ts';
import { liveCoin } from './live-coin.ts';
import { isOtherSource } from './live-source.ts';

/** Coins on cards: those of the market's list, and beside them those that are asked for by themselves. */
export const liveCards: LiveCache = {
  applyQuotes(queryClient, event) {
    if (isOtherSource(queryClient, event.source)) return catchUp(queryClient);
    queryClient.setQueriesData<CoinQuotes>(
      { queryKey: coinQuotesKey },
      (cards) => cards && patchCards(cards, event),
    );
  },
  applyStatus(queryClient, { source }) {
    if (isOtherSource(queryClient, source)) catchUp(queryClient);
  },
  catchUp,
  wholeEveryMs: 5 * 60_000,
};

function catchUp(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: coinQuotesKey });
  liveCoin.catchUp(queryClient);
}

/** The cards with the event's quotes; the same objects where they say nothing new. */
function patchCards(cards: CoinQuotes, { quotes, asOf }: QuotesEvent): CoinQuotes {
  const changed: Record<string, CoinQuote> = {};
  for (const quote of quotes) {
    const card = cards[quote.id];
    if (card && !isSameQuote(card, quote)) changed[quote.id] = patchCard(card, quote, asOf);
  }
  return Object.keys(changed).length > 0 ? { ...cards, ...changed } : cards;
}

function isSameQuote(card: CoinQuote, quote: StreamQuote): boolean {
  return (
    card.price === quote.current_price &&
    card.change24h === quote.price_change_percentage_24h &&
    card.marketCap === quote.market_cap &&
    card.volume === quote.total_volume &&
    card.isHeld === (quote.quarantined === true)
  );
}

function patchCard(card: CoinQuote, quote: StreamQuote, asOf: string): CoinQuote {
  return {
    ...card,
    price: quote.current_price,
    change24h: quote.price_change_percentage_24h,
    marketCap: quote.market_cap,
    volume: quote.total_volume,
    updatedAt: asOf,
    isHeld: quote.quarantined === true,
  };
}
