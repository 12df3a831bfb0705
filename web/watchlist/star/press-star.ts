import type { QueryClient } from '@tanstack/react-query';
import { paths } from '#web/lib/paths.ts';
import { redirectWithToast } from '#web/ui/overlay/redirect-with-toast.ts';
import { changeWatchlist } from '../mutations.ts';
import { type CoinChoice, watchlistQuery } from '../queries.ts';
import { forgetStar, rememberStar } from './remembered-star.ts';

const signUpDelay = 1500;

export interface StarPress {
  readonly client: QueryClient;
  readonly isVisitor: boolean;
  readonly navigate: (to: string) => void;
  /** Called where the plan allows no more coins. */
  readonly onLimit: () => void;
}

/**
 * Adds the coin to the watchlist or removes it. A visitor is redirected to the sign-up page, and has the coin watched
 * after signing up.
 */
export function pressStar(coin: CoinChoice, { client, isVisitor, navigate, onLimit }: StarPress): void {
  if (!isVisitor) {
    const items = client.getQueryData(watchlistQuery().queryKey) ?? [];
    const isWatched = items.some(({ coinId }) => coinId === coin.coinId);
    changeWatchlist(client, { coin, isWatched: !isWatched }, onLimit);
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
    delay: signUpDelay,
    navigate,
    onEscape: forgetStar,
  });
}
