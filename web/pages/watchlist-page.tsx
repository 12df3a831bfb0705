import Star from 'lucide-react/icons/star';
import { SessionGate } from '#web/accounts/session/session-gate.tsx';
import { SignInInvitation } from '#web/accounts/sign-in/sign-in-invitation.tsx';
import { CardAlertButton } from '#web/alerts/form/card-alert-button.tsx';
import { useAlertDialog } from '#web/alerts/form/use-alert-dialog.tsx';
import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';
import { WatchlistSkeleton, WatchlistView } from '#web/watchlist/watchlist-view.tsx';

function WatchlistPage() {
  return (
    <div className="pageWidth">
      <SessionGate
        signedIn={<Watchlist />}
        waiting={<WatchlistSkeleton />}
        signedOut={
          <SignInInvitation
            title="My Watchlist"
            what="watchlist"
            purpose="The coins you follow, in one place"
            points={[
              'Star any coin to add it here',
              'Price, changes, market cap and volume, and how recent they are',
              'The same list on every device you sign in on',
            ]}
            icon={<Star className="icon iconLarge" aria-hidden="true" />}
          />
        }
      />
    </div>
  );
}

function Watchlist() {
  const { open, prepare, dialog } = useAlertDialog();
  return (
    <>
      <WatchlistView
        renderCardAction={({ coinId: id, symbol, name }, price) => (
          <CardAlertButton
            name={name}
            onNear={prepare}
            onPress={() => open({ coin: { id, symbol, name, market_cap_rank: null }, price })}
          />
        )}
      />
      {dialog}
    </>
  );
}

export const page: PageModule = {
  Page: WatchlistPage,
  head: () => ({
    title: 'My Watchlist',
    description:
      'The coins you follow, in one place: price, changes, market cap and volume, and how recent they are.',
    canonical: paths.watchlist,
  }),
};
