import type { QueryClient } from '@tanstack/react-query';
import { getPlan } from '#contract/plans.ts';
import { currentUserQuery } from '#web/accounts/queries.ts';
import { paths } from '#web/lib/paths.ts';
import { redirectWithToast } from '#web/ui/overlay/redirect-with-toast.ts';
import { changeWatchlist } from '../mutations.ts';
import { type CoinChoice, watchlistQuery } from '../queries.ts';
import { forgetStar, rememberStar } from './remembered-star.ts';

const signUpDelayMs = 1500;

export interface StarPress {
  readonly client: QueryClient;
  readonly isVisitor: boolean;
  readonly navigate: (to: string) => void;
  /** Called if the plan allows no more coins. */
  readonly onLimit: () => void;
}

/**
 * Adds the coin to the watchlist or removes it. A visitor is redirected to the sign-up page, and the coin is added
 * after signing up.
 */
export function pressStar(coin: CoinChoice, { client, isVisitor, navigate, onLimit }: StarPress): void {
  if (!isVisitor) {
    const items = client.getQueryData(watchlistQuery().queryKey) ?? [];
    const isWatched = items.some(({ coinId }) => coinId === coin.coinId);
    const change = () => changeWatchlist(client, { coin, isWatched: !isWatched }, onLimit);
    if (isWatched || !isFull(client)) {
      change();
      return;
    }
    // Another tab may have made room since. If that can't be fetched, the server decides.
    client.fetchQuery({ ...watchlistQuery(), staleTime: 0 }).then(() => {
      if (isFull(client)) onLimit();
      else change();
    }, change);
    return;
  }
  rememberStar(coin);
  redirectWithToast({
    toast: {
      title: 'Sign In Required',
      description: 'Create a free account to track cryptocurrencies in your watchlist',
      isRequest: true,
    },
    to: paths.signUp,
    delay: signUpDelayMs,
    navigate,
    onEscape: forgetStar,
  });
}

/** Whether the plan allows no more coins, as far as is known, so that the star isn't filled even for a moment. */
function isFull(client: QueryClient): boolean {
  const user = client.getQueryData(currentUserQuery().queryKey);
  const items = client.getQueryData(watchlistQuery().queryKey);
  const limit = user ? getPlan(user.subscriptionTier).limits.watchlist : null;
  return items !== undefined && limit !== null && items.length >= limit;
}
