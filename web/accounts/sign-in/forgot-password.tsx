import { useState } from 'react';
import { paths } from '#web/lib/paths.ts';
import { useNavigate } from '#web/lib/router/navigate.ts';
import { Link } from '#web/ui/link.tsx';
import { LocalInboxNote } from '#web/ui/local-inbox-note.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import styles from './accounts.module.css';
import { AuthHead } from './auth-head.tsx';
import { EmailForm } from './email-form.tsx';
import { useRequestCode } from './mutations.ts';
import type { CodeRequest } from './use-code-request.ts';

/** E-mails a code, like signing in, because there are no passwords. */
export function ForgotPassword() {
  const [sent, setSent] = useState<CodeRequest | null>(null);
  const requestCode = useRequestCode();
  if (sent) return <CheckEmail request={sent} onOtherEmail={() => setSent(null)} />;
  return (
    <div className={styles.page}>
      <AuthHead title="Forgot your password?">
        You don’t have one. Enter your address, and we’ll email you a code and a link to sign in.
      </AuthHead>
      <EmailForm
        label="Send code"
        busyLabel="Sending…"
        failureText="The code could not be sent"
        onEmail={async (email) => setSent((await requestCode.mutateAsync(email)).request)}
      />
      <p className={`small muted ${styles.alternatives}`}>
        <Link className="link" to={paths.signIn}>
          Back to Sign In
        </Link>
      </p>
    </div>
  );
}

function CheckEmail({ request, onOtherEmail }: { request: CodeRequest; onOtherEmail: () => void }) {
  const navigate = useNavigate();
  const enterCode = () => navigate(paths.signIn, { state: { codeRequest: request } });
  return (
    <div className={styles.page}>
      <div role="status">
        <AuthHead title="Check Your Email">
          We sent a code and a link to <b>{request.email}</b>. They work for 10 minutes, in this browser.
        </AuthHead>
      </div>
      <div className={`${card.card} ${card.padded} stack`}>
        <button className={`${button.primary} ${button.block}`} type="button" onClick={enterCode}>
          Enter the code
        </button>
        <Link className={`${button.secondary} ${button.block}`} to={paths.signIn}>
          Back to Sign In
        </Link>
        <button className={`${button.ghost} ${button.block}`} type="button" onClick={onOtherEmail}>
          Try Different Email
        </button>
      </div>
      <LocalInboxNote />
    </div>
  );
}
