import { Star } from 'lucide-react';
import { SessionGate } from '../accounts/session-gate.tsx';
import { SignInInvitation } from '../accounts/sign-in-invitation.tsx';
import type { PageModule } from '../lib/page-module.ts';
import { paths } from '../lib/paths.ts';
import { WatchlistSkeleton, WatchlistView } from '../watchlist/watchlist-view.tsx';
import '../watchlist/watchlist-page.css';

function WatchlistPage() {
  return (
    <div className="wrap">
      <SessionGate
        signedIn={<WatchlistView />}
        waiting={<WatchlistSkeleton />}
        signedOut={
          <SignInInvitation
            title="My Watchlist"
            purpose="The coins you follow, in one place"
            points={[
              'A star beside any coin puts it here',
              'Price, changes, market cap and volume, each with its age',
              'The same list on every device you sign in on',
            ]}
            icon={<Star className="i i-20" aria-hidden="true" />}
          />
        }
      />
    </div>
  );
}

export const page: PageModule = {
  Page: WatchlistPage,
  head: () => ({
    title: 'My Watchlist | Altimeter',
    description: 'The coins you follow, in one place: price, changes, market cap and volume, with their age.',
    canonical: paths.watchlist,
  }),
};
