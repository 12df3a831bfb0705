import MailCheck from 'lucide-react/icons/mail-check';
import { LocalInboxNote } from '#web/ui/local-inbox-note.tsx';
import styles from '../contact.module.css';

/** Replaces the form once the server has the request. */
export function LeadSent({ email, isNewsletter }: { email: string; isNewsletter: boolean }) {
  return (
    <div className={styles.leadSent}>
      <MailCheck className="icon iconLarge" aria-hidden="true" />
      <div>
        <h3 className="heading3" tabIndex={-1} ref={takeFocus}>
          Check Your Email!
        </h3>
        <p className="muted">
          {isNewsletter ? 'We are sending the confirmation link to ' : 'We are sending the link to '}
          <b>{email}</b>. We send it at most once a day, so look for an earlier email too.
        </p>
        <LocalInboxNote />
      </div>
    </div>
  );
}

/** Moves the focus here, as the focused form is gone. */
function takeFocus(heading: HTMLHeadingElement | null): void {
  heading?.focus({ preventScroll: true });
}
