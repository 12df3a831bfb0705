import { type QueryClient, useMutation } from '@tanstack/react-query';
import { ApiError } from '../lib/api-client.ts';
import { showToast } from '../ui/toast.ts';
import { addWatchlistItem, removeWatchlistItem, watchlistQuery } from './queries.ts';
import { applyChange, revertChange, type WatchlistChange } from './watchlist-change.ts';

const mutationKey = ['watchlist'];

/** Whether the server refused because the plan allows no more. */
function isLimitReached(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('403:') && error.message.includes('limit');
}

/** Not there: another tab or device took it off, and that is what was wanted. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

async function sendChange({ coin, isWatched }: WatchlistChange): Promise<void> {
  if (isWatched) await addWatchlistItem(coin);
  else
    await removeWatchlistItem(coin.coinId).catch((error) => {
      if (!isGone(error)) throw error;
    });
}

/**
 * Puts coins on the watchlist and takes them off: shown at once, taken back where the server refuses, and said in a
 * toast. Changes are sent one after the other, so that the last press wins. `onLimit` says that the plan allows no more.
 */
export function useWatchlistChange(onLimit: () => void): (change: WatchlistChange) => void {
  const { queryKey } = watchlistQuery();
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'watchlist' },
    // Without a network it fails at once, rather than wait with a star that says otherwise.
    networkMode: 'always',
    mutationFn: sendChange,
    onMutate: async (change: WatchlistChange, { client }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (items) => items && applyChange(items, change));
      return { before };
    },
    onSuccess: (_answer, { isWatched }) =>
      showToast({
        title: 'Success',
        description: isWatched ? 'Added to watchlist' : 'Removed from watchlist',
      }),
    onError: (error, change, context, { client }) => {
      const before = context?.before;
      if (before) client.setQueryData(queryKey, (items) => items && revertChange(items, change, before));
      if (change.isWatched && isLimitReached(error)) return onLimit();
      const description = change.isWatched ? 'Failed to add to watchlist' : 'Failed to remove from watchlist';
      showToast({ title: 'Error', description, variant: 'destructive' });
    },
    onSettled: (_answer, _error, _change, _before, { client }) => refreshAfterLast(client),
  });
  return mutate;
}

/** The server's list replaces ours once nothing is under way that it does not know of yet. */
function refreshAfterLast(client: QueryClient): Promise<void> | undefined {
  if (client.isMutating({ mutationKey }) > 1) return undefined;
  return client.invalidateQueries({ queryKey: watchlistQuery().queryKey });
}
