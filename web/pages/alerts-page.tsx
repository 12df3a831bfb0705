import { Bell } from 'lucide-react';
import { SessionGate } from '../accounts/session-gate.tsx';
import { SignInInvitation } from '../accounts/sign-in-invitation.tsx';
import { alertsPurpose } from '../alerts/alerts-head.tsx';
import { AlertsSkeleton } from '../alerts/alerts-skeleton.tsx';
import { AlertsView } from '../alerts/alerts-view.tsx';
import type { PageModule } from '../lib/page-module.ts';
import { paths } from '../lib/paths.ts';
import '../alerts/alerts-page.css';

function AlertsPage() {
  return (
    <div className="wrap">
      <SessionGate
        signedIn={<AlertsView />}
        waiting={<AlertsSkeleton />}
        signedOut={
          <SignInInvitation
            title="Price alerts"
            purpose={alertsPurpose}
            points={[
              'A price or a 24h change of any coin of the market',
              'Each crossing told once: here, by mail and as a push message',
              'Before you set one, how often it would have fired',
            ]}
            icon={<Bell className="i i-20" aria-hidden="true" />}
          />
        }
      />
    </div>
  );
}

export const page: PageModule = {
  Page: AlertsPage,
  head: () => ({
    title: 'Price alerts | Altimeter',
    description:
      'Name a price or a 24h change of a coin, and be told once, here or by e-mail, when the market crosses it.',
    canonical: paths.alerts,
  }),
};
