import { useQuery } from '@tanstack/react-query';
import Inbox from 'lucide-react/icons/inbox';
import { hasCode } from '#web/lib/errors.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import pageState from '#web/ui/styles/page-state.module.css';
import { inboxQuery } from '../queries.ts';
import styles from '../settings/account.module.css';
import { InboxMailCard } from './inbox-mail-card.tsx';
import { InboxUnavailable } from './inbox-unavailable.tsx';

/** The mails in the local inbox, and new ones as they come. */
export function InboxList() {
  const { data: mails, error, refetch } = useQuery(inboxQuery());
  if (hasCode(error, 'not_found')) return <InboxUnavailable />;
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
    <ol className={styles.mails} aria-label="Mails, newest first">
      {mails.map((mail) => (
        <li key={mail.id}>
          <InboxMailCard mail={mail} />
        </li>
      ))}
    </ol>
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

function InboxSkeleton() {
  return (
    <div className={`${card.card} ${card.padded} stack`} aria-busy="true">
      <Skeleton width={220} height={20} />
      <Skeleton height={60} />
    </div>
  );
}
