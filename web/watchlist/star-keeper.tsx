import { useEffect } from 'react';
import { useCurrentUser } from '../accounts/use-current-user.ts';
import { openLimitDialog } from '../billing/plan-overlays.ts';
import { takeStar } from './remembered-star.ts';
import { useWatchlistChange } from './use-watchlist-change.ts';

const openWatchlistLimit = () => openLimitDialog('watchlist');

/** Watches the coin whose star led a visitor to sign up, wherever that visitor is then. */
export function StarKeeper() {
  const { isSignedIn } = useCurrentUser();
  const change = useWatchlistChange(openWatchlistLimit);
  useEffect(() => {
    const coin = isSignedIn ? takeStar() : null;
    if (coin) change({ coin, isWatched: true });
  }, [isSignedIn, change]);
  return null;
}
