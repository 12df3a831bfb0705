import type { ReactNode } from 'react';
import styles from './session.module.css';
import { useToken } from './session.ts';
import { useCurrentUser } from './use-current-user.ts';

interface SessionGateProps {
  /** Shown to signed-in users. */
  signedIn: ReactNode;
  /** In its place, and of its size, until the server has said who it is. */
  waiting: ReactNode;
  /** For a visitor. */
  signedOut: ReactNode;
}

/**
 * Shows what fits whoever uses this browser. A page's HTML is the same for everyone: it carries what visitors see and,
 * hidden, what stands in the place of the rest; `data-token`, set before the first paint, chooses between the two.
 * After hydration only what is shown is there, and it is the same elements: what a visitor typed stays.
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
