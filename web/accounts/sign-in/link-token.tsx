import { Fragment, type ReactNode } from 'react';
import { useLocation } from '#web/lib/router/page-location.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import pageStyles from '#web/ui/styles/page.module.css';
import { AuthSkeleton } from './auth-skeleton.tsx';

interface LinkTokenProps {
  /** Shown if the link has no token. */
  missing: ReactNode;
  children: (token: string) => ReactNode;
}

/** Reads the token of an e-mailed link. It is in the fragment, which browsers don't send to servers. */
export function LinkToken({ missing, children }: LinkTokenProps) {
  const { hash } = useLocation();
  const isHydrated = useHydrated();
  const token = hash.replace(/^#/, '');
  return (
    <div className={`pageWidth ${pageStyles.center}`}>
      {!isHydrated && <AuthSkeleton />}
      {isHydrated && (token === '' ? missing : <Fragment key={token}>{children(token)}</Fragment>)}
    </div>
  );
}
