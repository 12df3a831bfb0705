import type { InboxMail } from '#contract/accounts/inbox.ts';
import { ClockTime } from '#web/ui/clock-time.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Link } from '#web/ui/link.tsx';
import card from '#web/ui/styles/card.module.css';
import styles from '../settings/account.module.css';
import { findCode } from '../sign-in/sign-in-code.ts';
import { splitLinks } from './mail-links.ts';

/** An e-mail, with its code ready to copy. */
export function InboxMailCard({ mail }: { mail: InboxMail }) {
  const code = findCode(mail.text);
  return (
    <article className={`${card.card} ${styles.mail}`} aria-labelledby={`mail-${mail.id}`}>
      <header className={styles.mailHead}>
        <div>
          <h2 className="heading4" id={`mail-${mail.id}`}>
            {mail.subject}
          </h2>
          <p className={`small muted ${styles.mailRecipient}`}>To {mail.to}</p>
        </div>
        <span className="meta">
          <ClockTime at={mail.createdAt} />
        </span>
      </header>
      {code && <CodeCopy code={code} />}
      <p className={styles.mailText}>
        {splitLinks(mail.text, location.origin).map((part) =>
          part.path && isFile(part.path) ? (
            <a key={part.at} className="link" href={part.path} download>
              {part.text}
            </a>
          ) : part.path ? (
            <Link key={part.at} className="link" to={part.path}>
              {part.text}
            </Link>
          ) : (
            <span key={part.at}>{part.text}</span>
          ),
        )}
      </p>
    </article>
  );
}

/** Whether a path leads to a file, which the router doesn't handle. */
function isFile(path: string): boolean {
  return /\.\w+$/.test(path);
}

function CodeCopy({ code }: { code: string }) {
  return (
    <div className={styles.mailCode}>
      <code className="figures">{code}</code>
      <CopyButton text={code} label={`Copy code ${code}`} />
    </div>
  );
}
