import { useQuery } from '@tanstack/react-query';
import Inbox from 'lucide-react/icons/inbox';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import { hasCode } from '#web/lib/errors.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import pageState from '#web/ui/styles/page-state.module.css';
import { inboxQuery } from '../queries.ts';
import styles from '../settings/account.module.css';
import { InboxMailCard } from './inbox-mail-card.tsx';
import { InboxUnavailable } from './inbox-unavailable.tsx';

/** The e-mails in the local inbox, including new ones as they arrive. */
export function InboxList({ inboxKey }: { inboxKey: string }) {
  const { data: mails, error, refetch } = useQuery(inboxQuery(inboxKey));
  if (hasCode(error, 'not_found')) return <InboxUnavailable />;
  if (hasCode(error, 'unauthorized')) return <InboxLocked isKeyOld />;
  if (error && !mails) return <InboxFailure onRetry={() => void refetch()} />;
  if (!mails) return <InboxSkeleton />;
  if (mails.length === 0) {
    return (
      <div className={`${card.card} ${pageState.state}`}>
        <Inbox className="icon iconLarge" aria-hidden="true" />
        <h2 className="heading3">No mail yet</h2>
        <p>Codes appear here as soon as somebody signs up or signs in.</p>
      </div>
    );
  }
  return (
    <ol className={styles.mails} aria-label="Emails, newest first">
      {mails.map((mail) => (
        <li key={mail.id}>
          <InboxMailCard mail={mail} />
        </li>
      ))}
    </ol>
  );
}

/** Shown without the key, or with the key of an earlier start of the server. */
export function InboxLocked({ isKeyOld = false }: { isKeyOld?: boolean }) {
  return (
    <div className={`${card.card} ${pageState.state}`} role="status">
      <LockKeyhole className="icon iconLarge" aria-hidden="true" />
      <h2 className="heading3">{isKeyOld ? 'This link no longer opens the inbox' : 'The inbox is locked'}</h2>
      <p>
        Open it with the link that the server printed after “The local inbox:”. It prints a new one at every
        start.
      </p>
    </div>
  );
}

function InboxFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={`${card.card} ${pageState.state}`} role="alert">
      <h2 className="heading3">The inbox could not be read</h2>
      <p>The rest of the site still works.</p>
      <button className={button.secondary} type="button" onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}

export function InboxSkeleton() {
  return (
    <div className={`${card.card} ${card.padded} stack`} aria-busy="true">
      <Skeleton width={220} height={20} />
      <Skeleton height={60} />
    </div>
  );
}
