import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { getToken } from '#web/accounts/session/session.ts';
import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';
import { lazyModule } from '#web/lib/lazy-module.ts';
import { useNavigate } from '#web/lib/router/navigate.ts';
import { showToast } from '#web/ui/overlay/toast.ts';
import type { CoinChoice } from '../queries.ts';
import { useWatchedIds } from '../use-watched-ids.ts';

const starPress = lazyModule(() => import('./press-star.ts'));

/** The watched coins, and the handler for a press on a star. */
export interface Star {
  readonly watchedIds: ReadonlySet<string>;
  readonly press: (coin: CoinChoice) => void;
}

/**
 * The behaviour of stars, loaded at the first press or once signed in. `onLimit`: called if the plan allows no more
 * coins.
 */
export function useStar(onLimit: () => void): Star {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { isSignedIn, isLoading } = useCurrentUser();
  const isVisitor = !isSignedIn && !isLoading;
  useEffect(() => {
    if (isSignedIn) starPress.load().catch(() => {});
  }, [isSignedIn]);
  const press = useCallback(
    (coin: CoinChoice) => {
      starPress.load().then(
        ({ pressStar }) =>
          pressStar(coin, {
            client,
            isVisitor: isVisitor || getToken() === null,
            navigate: (to) => navigate(to),
            onLimit,
          }),
        () =>
          showToast({ title: 'Error', description: 'Failed to add to watchlist', variant: 'destructive' }),
      );
    },
    [client, isVisitor, navigate, onLimit],
  );
  return { watchedIds: useWatchedIds(), press };
}
