import { lazy, Suspense } from 'react';
import { SessionGate } from '#web/accounts/session/session-gate.tsx';
import button from '#web/ui/button.module.css';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';

// Only for users: the first view of a visitor does not pay for it.
const UserTools = lazy(async () => ({ default: (await import('./user-tools.tsx')).UserTools }));
const hole = <span className={`${button.button} ${button.iconOnly}`} />;

/** The place of the bell, of its size before it is there. */
export function BellSlot() {
  return (
    <SessionGate
      signedIn={
        <ErrorBoundary resetKey={null} fallback={() => hole}>
          <Suspense fallback={hole}>
            <UserTools />
          </Suspense>
        </ErrorBoundary>
      }
      waiting={hole}
      signedOut={null}
    />
  );
}
