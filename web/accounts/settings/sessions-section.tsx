import { useQuery } from '@tanstack/react-query';
import type { Session } from '#contract/accounts/accounts.ts';
import { describeFailure } from '#web/lib/errors.ts';
import { formatRelativeTime } from '#web/lib/formats.ts';
import { lazyModule } from '#web/lib/lazy-module.ts';
import { useNow } from '#web/lib/use-now.ts';
import { ClockTime } from '#web/ui/clock-time.tsx';
import form from '#web/ui/form/form.module.css';
import { LazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { openOverlay } from '#web/ui/overlay/overlays.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import badge from '#web/ui/styles/badge.module.css';
import button from '#web/ui/styles/button.module.css';
import { useFocusAfterRemoval } from '#web/ui/use-focus-after-removal.ts';
import { sessionsQuery } from '../queries.ts';
import styles from './account.module.css';
import { AccountSection } from './account-section.tsx';
import { useEndSession } from './mutations.ts';
import { describeUserAgent } from './user-agent.ts';

const dialogName = 'sign-out-everywhere';
const dialog = lazyModule(() => import('./sign-out-everywhere-dialog.tsx'));

/** The user's sessions, with buttons to end them. */
export function SessionsSection() {
  const { data: sessions, isError, refetch } = useQuery(sessionsQuery());
  const { mutate, isPending: isBusy, error: failure } = useEndSession();
  const keepFocus = useFocusAfterRemoval(sessions?.length ?? 0, '[data-list="session"] > li');
  const openDialog = () => {
    void dialog.load().catch(() => {});
    openOverlay(dialogName);
  };
  const error = describeFailure(failure, 'The session could not be ended');
  return (
    <AccountSection title="Sessions" description="Browsers and programs that are signed in to this account.">
      {error && (
        <p className={form.error} role="alert">
          {error}
        </p>
      )}
      {!sessions && !isError && <Skeleton height={44} />}
      {!sessions && isError && (
        <div className="row" role="alert">
          <span>The sessions could not be loaded.</span>
          <button
            className={`${button.secondary} ${button.small}`}
            type="button"
            onClick={() => void refetch()}
          >
            Retry
          </button>
        </div>
      )}
      {sessions && (
        <ul data-list="session">
          {sessions.map((session, index) => (
            <SessionRow
              key={session.id}
              session={session}
              isBusy={isBusy}
              onEnd={() => {
                keepFocus(index);
                mutate(session.id);
              }}
            />
          ))}
        </ul>
      )}
      <button className={`${button.secondary} ${styles.selfStart}`} type="button" onClick={openDialog}>
        Sign out everywhere else
      </button>
      <LazyOverlay name={dialogName} module={dialog}>
        {({ SignOutEverywhereDialog }, onClose) => <SignOutEverywhereDialog onClose={onClose} />}
      </LazyOverlay>
    </AccountSection>
  );
}

interface SessionRowProps {
  session: Session;
  isBusy: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const now = useNow();
  const name = describeUserAgent(session.userAgent);
  return (
    <li className={styles.entry} tabIndex={-1}>
      <div>
        <p className={styles.entryName} title={session.userAgent}>
          {name} {session.current && <span className={badge.accent}>This browser</span>}
        </p>
        <p className="meta">
          Signed in <ClockTime at={session.createdAt} />
          {now !== null && ` · last seen ${formatRelativeTime(Date.parse(session.lastSeenAt), now)}`}
        </p>
      </div>
      {!session.current && (
        <button
          className={`${button.secondary} ${button.small}`}
          type="button"
          aria-label={`End session of ${name}`}
          aria-disabled={isBusy || undefined}
          onClick={onEnd}
        >
          End
        </button>
      )}
    </li>
  );
}
