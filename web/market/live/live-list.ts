import type { QueryClient } from '@tanstack/react-query';
import { type CoinList, coinListQuery, readCoinList } from '../queries.ts';
import type { LiveCache } from './live-cache.ts';
import { patchQuotes } from './live-quotes.ts';

/** How long the quotes of a newer status may take to come, before all rows are asked for: at least and at most, ms. */
const quotesWait = { least: 1_000, most: 3_000 };

/** The rows of the market table. */
export const liveList: LiveCache = {
  applyQuotes(queryClient, event) {
    const { queryKey } = coinListQuery();
    const shown = queryClient.getQueryData(queryKey);
    if (!shown || (shown.source && shown.source !== event.source)) return void catchUp(queryClient);
    if (!isOlder(event.asOf, shown)) queryClient.setQueryData(queryKey, patchQuotes(shown, event));
  },
  applyStatus(queryClient, { source, asOf }) {
    const shown = queryClient.getQueryData(coinListQuery().queryKey);
    if (!shown || shown.source !== source) return void catchUp(queryClient);
    if (!isBehind(shown, asOf)) return;
    // Its quotes come with it, unless they were told before this page listened.
    const wait = quotesWait.least + Math.random() * (quotesWait.most - quotesWait.least);
    setTimeout(() => {
      const list = queryClient.getQueryData(coinListQuery().queryKey);
      if (list && isBehind(list, asOf)) void catchUp(queryClient);
    }, wait);
  },
  catchUp: (queryClient) => void catchUp(queryClient),
};

/** Asks for all rows, and shows them unless the stream brought newer ones meanwhile. */
async function catchUp(queryClient: QueryClient): Promise<void> {
  const { queryKey } = coinListQuery();
  const answer = await readCoinList(queryClient).catch(() => null);
  const shown = queryClient.getQueryData(queryKey);
  if (!answer || (shown?.source === answer.source && isOlder(answer.asOf, shown))) return;
  queryClient.setQueryData(queryKey, answer);
}

function isOlder(asOf: string | null, list: CoinList): boolean {
  return Date.parse(asOf ?? '') < Date.parse(list.asOf ?? '');
}

function isBehind(list: CoinList, asOf: string | null): boolean {
  return Date.parse(list.asOf ?? '') < Date.parse(asOf ?? '');
}
