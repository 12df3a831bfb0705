import { useCallback } from 'react';
import { useCurrentUser } from '../accounts/use-current-user.ts';
import { paths } from '../lib/paths.ts';
import type { CoinChoice } from './queries.ts';
import { forgetStar, rememberStar } from './remembered-star.ts';
import { useToastRedirect } from './use-toast-redirect.ts';
import { useWatchedIds } from './use-watched-ids.ts';
import { useWatchlistChange } from './use-watchlist-change.ts';

const signUpDelay = 1500;

/** Which coins are watched, and what a press on a star does. */
export interface Star {
  readonly watchedIds: ReadonlySet<string>;
  readonly press: (coin: CoinChoice) => void;
}

/**
 * The star's behaviour: it adds or removes; a visitor is told what an account is for, led to the sign-up page, and has
 * the coin watched afterwards. `onLimit` says that the plan allows no more.
 */
export function useStar(onLimit: () => void): Star {
  const { user, isLoading } = useCurrentUser();
  const watchedIds = useWatchedIds();
  const change = useWatchlistChange(onLimit);
  const redirect = useToastRedirect();
  const isVisitor = user === null && !isLoading;
  const press = useCallback(
    (coin: CoinChoice) => {
      if (!isVisitor) return change({ coin, isWatched: !watchedIds.has(coin.coinId) });
      rememberStar(coin);
      redirect({
        toast: {
          title: 'Sign In Required',
          description: 'Create a free account to track cryptocurrencies in your watchlist',
        },
        to: paths.signUp,
        delay: signUpDelay,
        onEscape: forgetStar,
      });
    },
    [isVisitor, watchedIds, change, redirect],
  );
  return { watchedIds, press };
}
