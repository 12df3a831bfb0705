import type { ReactNode } from 'react';
import styles from './session.module.css';
import { useToken } from './session.ts';
import { useCurrentUser } from './use-current-user.ts';

interface SessionGateProps {
  /** Shown to users. */
  signedIn: ReactNode;
  /** Shown instead, with the same size, until the server has identified the user. */
  waiting: ReactNode;
  /** Shown to visitors. */
  signedOut: ReactNode;
}

/**
 * Shows different content to users and visitors. A page's HTML is the same for everyone, so it contains both the
 * visitors' content and the users' placeholder; `data-token`, set before the first paint, chooses between them.
 * Hydration removes the other one and keeps the elements shown, so that text typed by a visitor stays.
 */
export function SessionGate({ signedIn, waiting, signedOut }: SessionGateProps) {
  const isHydrated = useToken() !== undefined;
  const { isLoading, isSignedIn } = useCurrentUser();
  return (
    <>
      {isLoading && (
        <div key="waiting" className={isHydrated ? 'contents' : `contents ${styles.forUsers}`}>
          {waiting}
        </div>
      )}
      {(!isHydrated || !(isLoading || isSignedIn)) && (
        <div key="out" className={isHydrated ? 'contents' : `contents ${styles.forVisitors}`}>
          {signedOut}
        </div>
      )}
      {isSignedIn && (
        <div key="in" className="contents">
          {signedIn}
        </div>
      )}
    </>
  );
}
