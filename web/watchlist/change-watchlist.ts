import type { MutationOptions, QueryClient } from '@tanstack/react-query';
import type { WatchlistItem } from '#contract/watchlist.ts';
import { showToast } from '#web/ui/overlay/toast.ts';
import { ApiError } from '../lib/api-client.ts';
import { addWatchlistItem, removeWatchlistItem, watchlistQuery } from './queries.ts';
import { applyChange, revertChange, type WatchlistChange } from './watchlist-change.ts';

const { queryKey } = watchlistQuery();
const mutationKey = ['watchlist'];

/**
 * Puts a coin on the watchlist or takes it off: shown at once, taken back where the server refuses, and said in a
 * toast. Changes are sent one after the other, so that the last press wins. `onLimit` says that the plan allows no more.
 */
export function changeWatchlist(client: QueryClient, change: WatchlistChange, onLimit: () => void): void {
  // Without a hook: pages load this when it is first needed.
  const mutation = client.getMutationCache().build(client, describeChange(client, onLimit));
  // A failure was said in a toast.
  mutation.execute(change).catch(() => {});
}

type Before = readonly WatchlistItem[] | undefined;

function describeChange(
  client: QueryClient,
  onLimit: () => void,
): MutationOptions<void, Error, WatchlistChange, Before> {
  return {
    mutationKey,
    scope: { id: 'watchlist' },
    // Without a network it fails at once, rather than wait with a star that says otherwise.
    networkMode: 'always',
    mutationFn: sendChange,
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (items) => items && applyChange(items, change));
      return before;
    },
    onSuccess: (_answer, { isWatched }) =>
      showToast({
        title: 'Success',
        description: isWatched ? 'Added to watchlist' : 'Removed from watchlist',
      }),
    onError: (error, change, before) => {
      if (before) client.setQueryData(queryKey, (items) => items && revertChange(items, change, before));
      if (change.isWatched && isLimitReached(error)) onLimit();
      else sayFailure(change);
    },
    onSettled: () => refreshAfterLast(client),
  };
}

async function sendChange({ coin, isWatched }: WatchlistChange): Promise<void> {
  if (isWatched) await addWatchlistItem(coin);
  else
    await removeWatchlistItem(coin.coinId).catch((error) => {
      if (!isGone(error)) throw error;
    });
}

/** Not there: another tab or device took it off, and that is what was wanted. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Whether the server refused because the plan allows no more. */
function isLimitReached(error: Error): boolean {
  return error.message.startsWith('403:') && error.message.includes('limit');
}

/** Says that a change was not made. */
function sayFailure({ isWatched }: Pick<WatchlistChange, 'isWatched'>): void {
  const description = isWatched ? 'Failed to add to watchlist' : 'Failed to remove from watchlist';
  showToast({ title: 'Error', description, variant: 'destructive' });
}

/** The server's list replaces ours once nothing is under way that it does not know of yet. */
function refreshAfterLast(client: QueryClient): Promise<void> | undefined {
  if (client.isMutating({ mutationKey }) > 1) return undefined;
  return client.invalidateQueries({ queryKey });
}
