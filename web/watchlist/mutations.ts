import type { MutationOptions, QueryClient } from '@tanstack/react-query';
import type { WatchlistItem } from '#contract/watchlist.ts';
import { sendApi } from '#web/lib/api-client.ts';
import { hasCode } from '#web/lib/errors.ts';
import { showToast, type ToastMessage } from '#web/ui/overlay/toast.ts';
import { watchlistQuery } from './queries.ts';
import { applyChange, revertChange, type WatchlistChange } from './watchlist-change.ts';

const { queryKey } = watchlistQuery();
const mutationKey = ['watchlist'];

/**
 * Adds a coin to the watchlist or removes it. Shown immediately, rolled back if the server refuses, and reported in a
 * toast. Changes are sent one after another, so that the last press wins. `onLimit`: called if the plan allows no
 * more coins.
 */
export function changeWatchlist(client: QueryClient, change: WatchlistChange, onLimit: () => void): void {
  // Not a hook: the market page loads this at the first press on a star.
  const mutation = client.getMutationCache().build(client, watchlistMutation(client, onLimit));
  // A toast has reported the failure.
  mutation.execute(change).catch(() => {});
}

/** Removes a coin from the watchlist and offers to restore it to its position. */
export function removeFromWatchlist(
  client: QueryClient,
  { coinId, symbol, name, addedAt }: WatchlistItem,
  onLimit: () => void,
): void {
  const coin = { coinId, symbol, name, addedAt };
  const restore = () => changeWatchlist(client, { coin, isWatched: true }, onLimit);
  const mutation = client
    .getMutationCache()
    .build(client, watchlistMutation(client, onLimit, { label: 'Undo', onPress: restore }));
  // A toast has reported the failure.
  mutation.execute({ coin, isWatched: false }).catch(() => {});
}

type Before = readonly WatchlistItem[] | undefined;

function watchlistMutation(
  client: QueryClient,
  onLimit: () => void,
  action?: ToastMessage['action'],
): MutationOptions<void, Error, WatchlistChange, Before> {
  return {
    mutationKey,
    scope: { id: 'watchlist' },
    // Without a network, fails immediately: while it waited, the star would be wrong.
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
        ...(action && { action }),
      }),
    onError: (error, change, before) => {
      if (before) client.setQueryData(queryKey, (items) => items && revertChange(items, change, before));
      if (change.isWatched && hasCode(error, 'limit_reached')) onLimit();
      else reportFailure(change, error);
    },
    onSettled: () => refreshAfterLast(client),
  };
}

async function sendChange({ coin, isWatched }: WatchlistChange): Promise<void> {
  if (isWatched) await sendApi<WatchlistItem>('POST', '/api/watchlist', coin);
  else
    await sendApi('DELETE', `/api/watchlist/${encodeURIComponent(coin.coinId)}`).catch((error) => {
      // Already removed in another tab or on another device.
      if (!hasCode(error, 'not_found')) throw error;
    });
}

function reportFailure({ isWatched }: Pick<WatchlistChange, 'isWatched'>, error: Error): void {
  const failed = isWatched ? 'Failed to add to watchlist' : 'Failed to remove from watchlist';
  // If the account is full, retrying doesn't help, so give the server's reason.
  const description = (hasCode(error, 'conflict') && error.reason) || failed;
  showToast({ title: 'Error', description, variant: 'destructive' });
}

/** Fetches the server's list once no change is pending. */
function refreshAfterLast(client: QueryClient): Promise<void> | undefined {
  if (client.isMutating({ mutationKey }) > 1) return undefined;
  return client.invalidateQueries({ queryKey });
}
