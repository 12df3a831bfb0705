import Bell from 'lucide-react/icons/bell';
import { SessionGate } from '#web/accounts/session/session-gate.tsx';
import { SignInInvitation } from '#web/accounts/sign-in/sign-in-invitation.tsx';
import { alertsPurpose } from '#web/alerts/list/alerts-head.tsx';
import { AlertsSkeleton } from '#web/alerts/list/alerts-skeleton.tsx';
import { AlertsView } from '#web/alerts/list/alerts-view.tsx';
import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';

function AlertsPage() {
  return (
    <div className="pageWidth">
      <SessionGate
        signedIn={<AlertsView />}
        waiting={<AlertsSkeleton />}
        signedOut={
          <SignInInvitation
            title="Price alerts"
            what="price alerts"
            purpose={alertsPurpose}
            points={[
              'A price or a 24h change of any coin on the market',
              'One notification per crossing: here, by email and as a push message',
              'A backtest of how often each would have fired',
            ]}
            icon={<Bell className="icon iconLarge" aria-hidden="true" />}
          />
        }
      />
    </div>
  );
}

export const page: PageModule = {
  Page: AlertsPage,
  head: () => ({
    title: 'Price alerts',
    description:
      'Set a price or a 24h change for a coin, and get one notification, here or by email, when the market crosses it.',
    canonical: paths.alerts,
  }),
};
