import { useInboxKey } from '#web/accounts/inbox/inbox-key.ts';
import { InboxList, InboxLocked, InboxSkeleton } from '#web/accounts/inbox/inbox-list.tsx';
import { InboxUnavailable } from '#web/accounts/inbox/inbox-unavailable.tsx';
import account from '#web/accounts/settings/account.module.css';
import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';
import { useSite } from '#web/lib/site.ts';
import pageStyles from '#web/ui/styles/page.module.css';

function InboxPage() {
  const { hasLocalInbox } = useSite();
  return (
    <div className={`pageWidth ${account.narrowPage}`}>
      <div className={pageStyles.head}>
        <div>
          <h1 className="heading1">Local inbox</h1>
          <p>Emails that would be sent if a mail server were configured. Newest first.</p>
        </div>
      </div>
      {hasLocalInbox ? <Inbox /> : <InboxUnavailable />}
    </div>
  );
}

function Inbox() {
  const inboxKey = useInboxKey();
  if (inboxKey === undefined) return <InboxSkeleton />;
  return inboxKey === null ? <InboxLocked /> : <InboxList key={inboxKey} inboxKey={inboxKey} />;
}

export const page: PageModule = {
  Page: InboxPage,
  head: () => ({
    title: 'Local inbox',
    description: 'Emails of an installation without a mail server.',
    canonical: paths.inbox,
    noindex: true,
  }),
};
