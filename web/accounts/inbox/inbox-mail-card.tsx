import type { InboxMail } from '#contract/accounts/accounts.ts';
import { ClockTime } from '#web/ui/clock-time.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Link } from '#web/ui/link.tsx';
import { findCode } from '../sign-in/code-text.ts';
import { splitLinks } from './mail-links.ts';

/** A mail, with its code where it can be copied at once. */
export function InboxMailCard({ mail }: { mail: InboxMail }) {
  const code = findCode(mail.text);
  return (
    <article className="card mail" aria-labelledby={`mail-${mail.id}`}>
      <header className="mail-h">
        <div>
          <h2 className="h4" id={`mail-${mail.id}`}>
            {mail.subject}
          </h2>
          <p className="small muted mail-to">To {mail.to}</p>
        </div>
        <span className="meta">
          <ClockTime at={mail.createdAt} />
        </span>
      </header>
      {code && <CodeCopy code={code} />}
      <p className="mail-t">
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

/** Whether a path leads to a file, which is no page of the router's. */
function isFile(path: string): boolean {
  return /\.\w+$/.test(path);
}

function CodeCopy({ code }: { code: string }) {
  return (
    <div className="mail-code">
      <code className="num">{code}</code>
      <CopyButton text={code} label={`Copy code ${code}`} />
    </div>
  );
}
