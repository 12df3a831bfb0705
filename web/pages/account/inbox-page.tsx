import { InboxList } from '#web/accounts/inbox/inbox-list.tsx';
import { InboxUnavailable } from '#web/accounts/inbox/inbox-unavailable.tsx';
import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';
import { useSite } from '#web/lib/site.ts';

function InboxPage() {
  const { hasLocalInbox } = useSite();
  return (
    <div className="wrap page-narrow">
      <div className="view-h">
        <div>
          <h1 className="h1">Local inbox</h1>
          <p>Mails that would be sent, if a mail server were configured. Newest first.</p>
        </div>
      </div>
      {hasLocalInbox ? <InboxList /> : <InboxUnavailable />}
    </div>
  );
}

export const page: PageModule = {
  Page: InboxPage,
  head: () => ({
    title: 'Local inbox | Altimeter',
    description: 'Mails of an installation without a mail server.',
    canonical: paths.inbox,
    noindex: true,
  }),
};
