import type { Query, QueryClient } from '@tanstack/react-query';
import type { CoinDetail, MarketSource } from '#contract/market.ts';
import { coinQuery, statusQuery } from '../queries.ts';
import { type CoinQuotes, coinQuotesKey } from './coin-quotes.ts';
import type { LiveCache } from './live-cache.ts';
import { liveTable } from './live-table.ts';
import { cardFormat, detailFormat, type LiveQuotes, patchQuote } from './quote-patch.ts';

/** Market table rows, coin details, or coins on cards. */
export type LiveFigures = 'list' | 'coin' | 'cards';

/** The stream has only some of a coin's fields, so the others are refetched every five minutes. */
function createCoinCache(
  patch: (queryClient: QueryClient, quotes: LiveQuotes) => void,
  catchUp: (queryClient: QueryClient) => void,
): LiveCache {
  return {
    applyQuotes(queryClient, quotes) {
      if (isOtherSource(queryClient, quotes.source)) catchUp(queryClient);
      else patch(queryClient, quotes);
    },
    applyStatus(queryClient, { source }) {
      if (isOtherSource(queryClient, source)) catchUp(queryClient);
    },
    catchUp,
    catchUpEvery: 5 * 60_000,
  };
}

/** Figures of different sources must not mix. */
function isOtherSource(queryClient: QueryClient, source: MarketSource): boolean {
  const shown = queryClient.getQueryData(statusQuery().queryKey)?.market.source;
  return shown !== undefined && shown !== source;
}

const [coinsKey] = coinQuery('').queryKey;
const isCoinDetail = ({ queryKey }: Query) => queryKey[0] === coinsKey && queryKey.length === 2;

const refetchDetails = (queryClient: QueryClient) =>
  void queryClient.invalidateQueries({ predicate: isCoinDetail });

const liveDetails = createCoinCache((queryClient, quotes) => {
  for (const coinId of quotes.byCoin.keys()) {
    queryClient.setQueryData<CoinDetail>(
      coinQuery(coinId).queryKey,
      (coin) => coin && patchQuote(detailFormat, coin, coinId, quotes),
    );
  }
}, refetchDetails);

/** Coins in the market's list, and coins outside it, which are fetched with their details. */
const liveCards = createCoinCache(
  (queryClient, quotes) =>
    queryClient.setQueriesData<CoinQuotes>(
      { queryKey: coinQuotesKey },
      (cards) => cards && patchCards(cards, quotes),
    ),
  (queryClient) => {
    void queryClient.invalidateQueries({ queryKey: coinQuotesKey });
    refetchDetails(queryClient);
  },
);

/** Returns the same object if nothing has changed. */
function patchCards(cards: CoinQuotes, quotes: LiveQuotes): CoinQuotes {
  const patched = Object.entries(cards).map(
    ([coinId, card]) => [coinId, patchQuote(cardFormat, card, coinId, quotes)] as const,
  );
  return patched.some(([coinId, card]) => card !== cards[coinId]) ? Object.fromEntries(patched) : cards;
}

/** The cache that the stream updates, by what it holds. */
export const liveCaches: Record<LiveFigures, LiveCache> = {
  list: liveTable,
  coin: liveDetails,
  cards: liveCards,
};
