import type { ReactNode } from 'react';
import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';
import page from '#web/ui/styles/page.module.css';

/** The purpose of the page, in one line. */
export const alertsPurpose = 'An email the moment a price or a 24h change crosses your threshold';
/** Unverified addresses get no e-mail. */
const unverifiedPurpose = 'Get notified when a price or a 24h change crosses your threshold';

/** The page's heading, with actions at its end. */
export function AlertsHead({ children }: { children?: ReactNode }) {
  const { user } = useCurrentUser();
  return (
    <div className={page.head}>
      <div>
        <h1 className="heading1">Price alerts</h1>
        <p>{user?.verified === false ? unverifiedPurpose : alertsPurpose}</p>
      </div>
      <div className={page.headEnd}>{children}</div>
    </div>
  );
}
