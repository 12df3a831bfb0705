import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { hasCode } from '#web/lib/errors.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { inboxQuery } from '../queries.ts';
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
      <div className="card state">
        <Inbox className="i i-20" aria-hidden="true" />
        <h2 className="h3">No mail yet</h2>
        <p>Codes appear here by themselves as soon as somebody signs up or signs in.</p>
      </div>
    );
  }
  return (
    <ol className="mails" aria-label="Mails, newest first">
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
    <div className="card state" role="alert">
      <h2 className="h3">The inbox could not be read</h2>
      <p>The rest of Altimeter still works.</p>
      <button className="btn btn-secondary" type="button" onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}

function InboxSkeleton() {
  return (
    <div className="card card-pad stack" aria-busy="true">
      <Skeleton width={220} height={20} />
      <Skeleton height={60} />
    </div>
  );
}
