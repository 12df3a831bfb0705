import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';
import { LocalInboxNote } from '#web/ui/local-inbox-note.tsx';
import { AuthHead } from './auth-head.tsx';
import { EmailForm } from './email-form.tsx';
import { useAskForCode } from './mutations.ts';
import type { CodeRequest } from './use-code-request.ts';

/** There is no password to forget: it mails a code, as signing in does. */
export function ForgotPassword() {
  const [sent, setSent] = useState<CodeRequest | null>(null);
  const askForCode = useAskForCode();
  if (sent) return <CheckEmail request={sent} onOtherEmail={() => setSent(null)} />;
  return (
    <div className="auth">
      <AuthHead title="Forgot your password?">
        There is none to forget. Enter your address, and we mail you a code and a link to sign in with.
      </AuthHead>
      <EmailForm
        label="Send code"
        busyLabel="Sending…"
        failureText="The code could not be sent"
        onEmail={async (email) => setSent((await askForCode.mutateAsync(email)).request)}
      />
      <p className="small muted auth-ways">
        <Link className="link" to={paths.signIn}>
          Back to Sign In
        </Link>
      </p>
    </div>
  );
}

function CheckEmail({ request, onOtherEmail }: { request: CodeRequest; onOtherEmail: () => void }) {
  const navigate = useNavigate();
  const enterCode = () => void navigate(paths.signIn, { state: { codeRequest: request } });
  return (
    <div className="auth">
      <div role="status">
        <AuthHead title="Check Your Email">
          We sent a code and a link to <b>{request.email}</b>. They work for 10 minutes, in this browser.
        </AuthHead>
      </div>
      <div className="card card-pad stack">
        <button className="btn btn-primary btn-block" type="button" onClick={enterCode}>
          Enter the code
        </button>
        <Link className="btn btn-secondary btn-block" to={paths.signIn}>
          Back to Sign In
        </Link>
        <button className="btn btn-ghost btn-block" type="button" onClick={onOtherEmail}>
          Try Different Email
        </button>
      </div>
      <LocalInboxNote />
    </div>
  );
}
