import { lazy, Suspense } from 'react';
import { SessionGate } from '#web/accounts/session/session-gate.tsx';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import button from '#web/ui/styles/button.module.css';
import styles from './bar.module.css';

// Lazy, so that visitors don't load it.
const UserTools = lazy(async () => ({ default: (await import('./user-tools.tsx')).UserTools }));
const placeholder = (
  <>
    <span className={`${button.button} ${button.iconOnly} ${styles.wideOnly}`} />
    <span className={`${button.button} ${button.iconOnly}`} />
  </>
);

/** The user's tools, with a placeholder of their size until they are loaded. */
export function UserToolsSlot() {
  return (
    <SessionGate
      signedIn={
        <ErrorBoundary resetKey={null} fallback={() => placeholder}>
          <Suspense fallback={placeholder}>
            <UserTools />
          </Suspense>
        </ErrorBoundary>
      }
      waiting={placeholder}
      signedOut={null}
    />
  );
}
