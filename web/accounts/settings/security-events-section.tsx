import { useQuery } from '@tanstack/react-query';
import type { SecurityEvent } from '#contract/accounts/security-events.ts';
import { ClockTime } from '#web/ui/clock-time.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import button from '#web/ui/styles/button.module.css';
import { securityEventsQuery } from '../queries.ts';
import styles from './account.module.css';
import { AccountSection } from './account-section.tsx';
import { describeUserAgent } from './user-agent.ts';

const descriptions: Record<SecurityEvent['kind'], string> = {
  signed_in: 'Signed in with a code',
  signed_in_with_passkey: 'Signed in with a passkey',
  codes_refused: 'Wrong codes entered for your address',
  passkeys_refused: 'Refused sign-ins with your passkeys',
  sessions_ended: 'Signed out everywhere',
  email_changed: 'Email address changed',
  email_restored: 'Email address restored',
  api_key_added: 'API key added',
  api_key_removed: 'API key deleted',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey deleted',
  tier_changed: 'Plan changed',
  exported: 'Data exported',
  locked: 'Account locked by the operator',
  unlocked: 'Account unlocked by the operator',
};

/** The account's security events, such as sign-ins. */
export function SecurityEventsSection() {
  const { data: events, isError, refetch } = useQuery(securityEventsQuery());
  return (
    <AccountSection
      title="Security"
      description="The last 50 sign-ins and changes. If one wasn’t you, sign out everywhere else."
    >
      {!events && !isError && <Skeleton height={44} />}
      {!events && isError && (
        <div className="row" role="alert">
          <span>The events could not be loaded.</span>
          <button
            className={`${button.secondary} ${button.small}`}
            type="button"
            onClick={() => void refetch()}
          >
            Retry
          </button>
        </div>
      )}
      {events?.length === 0 && <p className="small muted">Nothing yet.</p>}
      {events && events.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard.
        <ul className={styles.events} tabIndex={0} aria-label="Security events, newest first">
          {events.map((event) => (
            <li key={event.id}>
              <p>
                {descriptions[event.kind]}
                {event.count > 1 && ` (${event.count})`}
              </p>
              <p className="meta">
                <ClockTime at={event.at} />
                {event.userAgent && ` · ${describeUserAgent(event.userAgent)}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </AccountSection>
  );
}
