import { useEffect } from 'react';
import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';
import { AlertBell } from '#web/alerts/bell/alert-bell.tsx';
import { scheduleUpgradePrompt } from '#web/billing/upgrade/schedule-upgrade-prompt.ts';
import { useLocation } from '#web/lib/router/page-location.ts';
import { countPageViews } from '../../use-page-change.ts';
import { AmountsToggle } from './amounts-toggle.tsx';
import styles from './bar.module.css';

/** The bar's tools for users: the toggle for amounts, the bell, and in the free plan the scheduled upgrade prompt. */
export function UserTools() {
  const { pathname } = useLocation();
  const { user } = useCurrentUser();
  const isFree = user?.subscriptionTier === 'free';
  useEffect(
    () => (isFree ? scheduleUpgradePrompt(pathname, countPageViews()) : undefined),
    [isFree, pathname],
  );
  return (
    <>
      <AmountsToggle className={styles.wideOnly} />
      <AlertBell />
    </>
  );
}
