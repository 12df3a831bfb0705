import MailX from 'lucide-react/icons/mail-x';
import { paths } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import pageState from '#web/ui/styles/page-state.module.css';

/** Shown if e-mails are really sent, or if the page isn't opened on the server's machine. */
export function InboxUnavailable() {
  return (
    <div className={`${card.card} ${pageState.state}`}>
      <MailX className="icon iconLarge" aria-hidden="true" />
      <h2 className="heading3">The local inbox is not available here</h2>
      <p>
        It works only while no mail server is configured, and only on the machine that the server runs on.
        Check your own mailbox instead.
      </p>
      <Link className={button.secondary} to={paths.signIn}>
        Back to Sign In
      </Link>
    </div>
  );
}
