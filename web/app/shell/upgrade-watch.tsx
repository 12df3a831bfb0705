import { useState } from 'react';
import { useLocation } from 'react-router';
import { useCurrentUser } from '../../accounts/use-current-user.ts';
import { lazyModule } from '../../lib/lazy-module.ts';
import { useLazyEffect } from '../../lib/use-lazy-effect.ts';

const stay = lazyModule(() => import('../../billing/watch-stay.ts'));

/** Counts page views, and has the upgrade popup opened for users of the free plan when its time comes. */
export function UpgradeWatch() {
  const { pathname } = useLocation();
  const { user } = useCurrentUser();
  const [seen, setSeen] = useState({ pathname, pageViews: 0 });
  if (seen.pathname !== pathname) setSeen({ pathname, pageViews: seen.pageViews + 1 });
  const { pageViews } = seen;
  useLazyEffect(stay, { isOn: user?.subscriptionTier === 'free', what: `${pageViews}` }, ({ watchStay }) =>
    watchStay(pathname, pageViews),
  );
  return null;
}
