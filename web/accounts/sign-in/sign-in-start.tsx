import { paths } from '#web/lib/paths.ts';
import { Link } from '#web/ui/link.tsx';
import { LocalInboxNote } from '#web/ui/local-inbox-note.tsx';
import { storeToken } from '../session/session.ts';
import { useCurrentUser } from '../session/use-current-user.ts';
import styles from './accounts.module.css';
import { AuthHead } from './auth-head.tsx';
import { EmailForm } from './email-form.tsx';
import { useRequestCode } from './mutations.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import type { CodeRequest } from './use-code-request.ts';

interface SignInStartProps {
  /** Why to sign in, if another page redirected here. */
  reason?: string | undefined;
  /** The path for visitors without an account. */
  signUp: string;
  onSent: (request: CodeRequest) => void;
  onSignedIn: () => void;
}

/** The first step of signing in: the e-mail address. */
export function SignInStart({ reason, signUp, onSent, onSignedIn }: SignInStartProps) {
  const { user } = useCurrentUser();
  const requestCode = useRequestCode();
  const send = async (email: string) => {
    const { request, token } = await requestCode.mutateAsync(email);
    // An unverified account, although signed in, still needs the code.
    if (!token || user?.verified === false) return onSent(request);
    storeToken(token);
    onSignedIn();
  };
  return (
    <div className={styles.page}>
      <AuthHead title="Sign in">
        {reason && `${reason} `}No passwords required. We send a code to your mailbox.
      </AuthHead>
      <EmailForm label="Send code" busyLabel="Sending…" failureText="Sign in failed" onEmail={send} />
      <PasskeySignIn onSignedIn={onSignedIn} />
      <p className={`small muted ${styles.alternatives}`}>
        New here?{' '}
        <Link className="link" to={signUp}>
          Sign Up
        </Link>
        <span>or</span>
        <Link className="link" to={paths.home}>
          Browse Markets
        </Link>
      </p>
      <LocalInboxNote />
    </div>
  );
}
