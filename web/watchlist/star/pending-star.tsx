import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';
import { openLimitDialog } from '#web/billing/plans/plan-overlays.ts';
import { takeStar } from './remembered-star.ts';

const openWatchlistLimit = () => openLimitDialog('watchlist');

/** Watches the coin whose star led a visitor to sign up, wherever that visitor is then. */
export function StarKeeper() {
  const client = useQueryClient();
  const { isSignedIn } = useCurrentUser();
  useEffect(() => {
    const coin = isSignedIn ? takeStar() : null;
    if (!coin) return;
    void import('../change-watchlist.ts').then(({ changeWatchlist }) =>
      changeWatchlist(client, { coin, isWatched: true }, openWatchlistLimit),
    );
  }, [client, isSignedIn]);
  return null;
}
