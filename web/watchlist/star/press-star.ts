import type { QueryClient } from '@tanstack/react-query';
import { paths } from '#web/lib/paths.ts';
import { leadOn } from '#web/ui/overlay/redirect-with-toast.ts';
import { changeWatchlist } from '../change-watchlist.ts';
import { type CoinChoice, watchlistQuery } from '../queries.ts';
import { forgetStar, rememberStar } from './remembered-star.ts';

const signUpDelay = 1500;

export interface StarPress {
  readonly client: QueryClient;
  readonly isVisitor: boolean;
  readonly navigate: (to: string) => void;
  /** Says that the plan allows no more. */
  readonly onLimit: () => void;
}

/**
 * What a press on a star does: it adds the coin or removes it. A visitor is told what an account is for, led to the
 * sign-up page, and has the coin watched afterwards.
 */
export function pressStar(coin: CoinChoice, { client, isVisitor, navigate, onLimit }: StarPress): void {
  if (!isVisitor) {
    const items = client.getQueryData(watchlistQuery().queryKey) ?? [];
    const isWatched = items.some(({ coinId }) => coinId === coin.coinId);
    changeWatchlist(client, { coin, isWatched: !isWatched }, onLimit);
    return;
  }
  rememberStar(coin);
  leadOn({
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
