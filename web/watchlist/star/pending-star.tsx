import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';
import { openLimitDialog } from '#web/billing/upgrade/upgrade-prompts.ts';
import { takeStar } from './remembered-star.ts';

const openWatchlistLimit = () => openLimitDialog('watchlist');

/** Once signed in, watches the coin whose star led a visitor to sign up. */
export function PendingStar() {
  const client = useQueryClient();
  const { isSignedIn } = useCurrentUser();
  useEffect(() => {
    const coin = isSignedIn ? takeStar() : null;
    if (!coin) return;
    void import('../mutations.ts').then(({ changeWatchlist }) =>
      changeWatchlist(client, { coin, isWatched: true }, openWatchlistLimit),
    );
  }, [client, isSignedIn]);
  return null;
}
