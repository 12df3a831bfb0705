import { MailX } from 'lucide-react';
import { paths } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';

/** Where mails are really sent, or the page is not opened on the server's own machine. */
export function InboxUnavailable() {
  return (
    <div className="card state">
      <MailX className="i i-20" aria-hidden="true" />
      <h2 className="h3">The local inbox is not available here</h2>
      <p>
        It is there only while no mail server is configured, and only on the machine that Altimeter runs on.
        Look into your own mailbox instead.
      </p>
      <Link className="btn btn-secondary" to={paths.signIn}>
        Back to Sign In
      </Link>
    </div>
  );
}
