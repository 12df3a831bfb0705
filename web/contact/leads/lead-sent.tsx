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
          {isNewsletter ? 'The link that confirms it is on its way to ' : 'The link is on its way to '}
          <b>{email}</b>. The same is mailed once a day at most, so look for an earlier mail too.
        </p>
        <LocalInboxNote />
      </div>
    </div>
  );
}

/** The form that had the focus is gone. */
function takeFocus(heading: HTMLHeadingElement | null): void {
  heading?.focus({ preventScroll: true });
}
