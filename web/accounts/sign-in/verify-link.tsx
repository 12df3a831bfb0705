import { useNavigate } from 'react-router';
import { describeFailure } from '#web/lib/form/form-fields.ts';
import { useAction } from '#web/lib/form/use-action.ts';
import { paths } from '#web/lib/paths.ts';
import button from '#web/ui/button.module.css';
import card from '#web/ui/card.module.css';
import { FormError } from '#web/ui/form/form-error.tsx';
import { Link } from '#web/ui/link.tsx';
import { useCurrentUser } from '../session/use-current-user.ts';
import styles from './accounts.module.css';
import { announceProof } from './announce-proof.ts';
import { AuthHead } from './auth-head.tsx';
import { verifyCode } from './sign-in-calls.ts';

/** What the link of a mail carries, in the part of the address that no server sees. */
export interface LinkProof {
  readonly email: string;
  readonly code: string;
}

/** Reads the fragment of a mail's link; null where it is not one. */
export function readLinkProof(fragment: string): LinkProof | null {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const email = fields.get('email');
  const code = fields.get('code');
  return email && code ? { email, code } : null;
}

/** Signs in with a mail's link, when the button is pressed and not before: mail programs open links by themselves. */
export function VerifyLink({ proof }: { proof: LinkProof }) {
  const navigate = useNavigate();
  const { user } = useCurrentUser();
  const isOwnProof = user?.verified === false && user.email === proof.email;
  const { run, isBusy, failure } = useAction(async () => {
    await verifyCode({ email: proof.email, sentAt: 0 }, proof.code);
    if (isOwnProof) announceProof();
    await navigate(paths.home, { replace: true });
  });
  return (
    <div className={styles.page}>
      <AuthHead title="Sign in">
        As <b>{proof.email}</b>, in this browser.
      </AuthHead>
      <div className={`${card.card} ${card.padded} stack`}>
        <FormError message={describeFailure(failure, 'Sign in failed')} />
        <button
          className={`${button.primary} ${button.block}`}
          type="button"
          aria-disabled={isBusy || undefined}
          onClick={() => void run()}
        >
          {isBusy ? 'Signing in…' : 'Sign In'}
        </button>
        <p className="small muted">
          The link works once, for 10 minutes, and only in the browser that asked for it.{' '}
          <Link className="link" to={paths.signIn}>
            Send a new one
          </Link>
        </p>
      </div>
    </div>
  );
}
