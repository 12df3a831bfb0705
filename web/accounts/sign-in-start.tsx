import { useNavigate } from 'react-router';
import { paths } from '../lib/paths.ts';
import { Link } from '../ui/link.tsx';
import { LocalInboxNote } from '../ui/local-inbox-note.tsx';
import { AuthHead } from './auth-head.tsx';
import { EmailForm } from './email-form.tsx';
import { PasskeyWay } from './passkey-way.tsx';
import { storeToken } from './session.ts';
import { askForCode, type CodeRequest } from './sign-in-calls.ts';
import { useCurrentUser } from './use-current-user.ts';

/** The first step of signing in: the address. */
export function SignInStart({ onSent }: { onSent: (request: CodeRequest) => void }) {
  const navigate = useNavigate();
  const { user } = useCurrentUser();
  const send = async (email: string) => {
    const { token, ...request } = await askForCode(email);
    // An account that is not proved is open already; what it needs is its code.
    if (!token || user?.verified === false) return onSent(request);
    storeToken(token);
    await navigate(paths.home, { replace: true });
  };
  return (
    <div className="auth">
      <AuthHead title="Sign in">No passwords required. We send a code to your mailbox.</AuthHead>
      <EmailForm label="Send code" busyLabel="Sending…" failureText="Sign in failed" onEmail={send} />
      <PasskeyWay onSignedIn={() => navigate(paths.home, { replace: true })} />
      <p className="small muted auth-ways">
        New here?{' '}
        <Link className="link" to={paths.signUp}>
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
