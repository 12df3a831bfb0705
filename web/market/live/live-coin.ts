import type { QueryClient } from '@tanstack/react-query';
import type { CoinDetail, StreamQuote } from '#contract/market.ts';
import { coinQuery } from '../queries.ts';
import type { LiveCache } from './live-cache.ts';
import { isOtherSource } from './live-source.ts';

/** Coins looked at by themselves. */
export const liveCoin: LiveCache = {
  applyQuotes(queryClient, event) {
    if (isOtherSource(queryClient, event.source)) return catchUp(queryClient);
    for (const quote of event.quotes) {
      queryClient.setQueryData(
        coinQuery(quote.id).queryKey,
        (coin) => coin && patchCoin(coin, quote, event.asOf),
      );
    }
  },
  applyStatus(queryClient, { source }) {
    if (isOtherSource(queryClient, source)) catchUp(queryClient);
  },
  catchUp,
  wholeEveryMs: 5 * 60_000,
};

function catchUp(queryClient: QueryClient): void {
  const [first] = coinQuery('').queryKey;
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === first && queryKey.length === 2,
  });
}

/** The coin with the quote in it; the same object where it says nothing new. What the quote does not say stays. */
function patchCoin(coin: CoinDetail, quote: StreamQuote, asOf: string): CoinDetail {
  if (isSameQuote(coin, quote)) return coin;
  const { quarantined: _, ...rest } = coin;
  const { current_price: price, price_change_percentage_24h: percent } = quote;
  const data = coin.market_data;
  return {
    ...rest,
    market_cap_rank: quote.market_cap_rank,
    market_data: {
      ...data,
      current_price: { usd: price },
      market_cap: { usd: quote.market_cap },
      total_volume: { usd: quote.total_volume },
      price_change_percentage_24h: percent,
      price_change_24h: moveOf(price, percent),
      high_24h: { usd: widen(Math.max, data.high_24h.usd, price) },
      low_24h: { usd: widen(Math.min, data.low_24h.usd, price) },
      last_updated: asOf,
    },
    last_updated: asOf,
    ...(quote.quarantined && { quarantined: true as const }),
  };
}

function isSameQuote(
  { market_data: data, market_cap_rank, quarantined }: CoinDetail,
  quote: StreamQuote,
): boolean {
  return (
    data.current_price.usd === quote.current_price &&
    data.market_cap.usd === quote.market_cap &&
    data.total_volume.usd === quote.total_volume &&
    data.price_change_percentage_24h === quote.price_change_percentage_24h &&
    market_cap_rank === quote.market_cap_rank &&
    quarantined === quote.quarantined
  );
}

/** Dollars that a price has moved by to be where it is after a change of so many percent. */
function moveOf(price: number | null, percent: number | null): number | null {
  if (price === null || percent === null || percent <= -100) return null;
  return price - price / (1 + percent / 100);
}

/** A price beyond the day's high or low is the new one. */
function widen(pick: typeof Math.max, end: number | null, price: number | null): number | null {
  return end === null || price === null ? end : pick(end, price);
}
