import type { QueryClient } from '@tanstack/react-query';
import type { StreamQuote } from '#contract/market.ts';
import type { Milliseconds } from '#contract/units.ts';
import { isInDollars } from '#web/lib/money/page-currency.ts';
import { type CoinList, coinListQuery, readCoinList } from '../queries.ts';
import { roundMoney, roundPercent } from '../table/shown-figures.ts';
import type { LiveCache } from './live-cache.ts';
import { type LiveQuotes, patchQuote, type RowQuote, rowFormat } from './quote-patch.ts';

/** How long to wait for the quotes of a newer status before refetching all rows. */
const quotesWait = { min: 1_000, max: 3_000 } satisfies Record<string, Milliseconds>;

/** The rows of the market table. */
export const liveTable: LiveCache = {
  applyQuotes(queryClient, quotes) {
    const { queryKey } = coinListQuery();
    const shown = queryClient.getQueryData(queryKey);
    if (!shown || (shown.source && shown.source !== quotes.source)) return void catchUp(queryClient);
    if (!isOlder(quotes.asOf, shown.asOf))
      queryClient.setQueryData(queryKey, patchList(shown, quotes, isInDollars(queryClient)));
  },
  applyStatus(queryClient, { source, asOf }) {
    const shown = queryClient.getQueryData(coinListQuery().queryKey);
    if (!shown || shown.source !== source) return void catchUp(queryClient);
    if (!isOlder(shown.asOf, asOf)) return;
    // The quotes arrive with the status, unless the stream sent them before this page listened.
    const wait = quotesWait.min + Math.random() * (quotesWait.max - quotesWait.min);
    setTimeout(() => {
      const list = queryClient.getQueryData(coinListQuery().queryKey);
      if (list && isOlder(list.asOf, asOf)) void catchUp(queryClient);
    }, wait);
  },
  catchUp: (queryClient) => void catchUp(queryClient),
  catchUpEvery: 5 * 60_000,
};

/**
 * Applies quotes to the list. Unchanged rows stay the same objects; unknown coins are ignored. `isRounded`: rows keep
 * only the digits shown.
 */
export function patchList(list: CoinList, quotes: LiveQuotes, isRounded = true): CoinList {
  const shown = {
    ...quotes,
    byCoin: new Map([...quotes.byCoin].map(([id, quote]) => [id, roundQuote(quote, isRounded)])),
  };
  const rows = list.rows.map((row) => patchQuote(rowFormat, row, row.id, shown));
  return { source: quotes.source, asOf: quotes.asOf, rows };
}

/** Rounds a quote like the row's figures. */
const roundQuote = (quote: StreamQuote, isRounded: boolean): RowQuote => ({
  ...quote,
  ...(isRounded && { market_cap: roundMoney(quote.market_cap), exactCap: quote.market_cap }),
  total_volume: isRounded ? roundMoney(quote.total_volume) : quote.total_volume,
  price_change_percentage_24h: roundPercent(quote.price_change_percentage_24h),
});

/** Fetches all rows, and shows them unless the stream has sent newer ones. */
async function catchUp(queryClient: QueryClient): Promise<void> {
  const { queryKey } = coinListQuery();
  const answer = await readCoinList(queryClient).catch(() => null);
  const shown = queryClient.getQueryData(queryKey);
  if (!answer || (shown?.source === answer.source && isOlder(answer.asOf, shown.asOf))) return;
  queryClient.setQueryData(queryKey, answer);
}

/** False if either is unknown. */
function isOlder(asOf: string | null, than: string | null): boolean {
  return Date.parse(asOf ?? '') < Date.parse(than ?? '');
}
