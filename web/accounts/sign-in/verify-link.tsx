import { describeFailure } from '#web/lib/errors.ts';
import { paths } from '#web/lib/paths.ts';
import { useNavigate } from '#web/lib/router/navigate.ts';
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { Link } from '#web/ui/link.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import { useCurrentUser } from '../session/use-current-user.ts';
import styles from './accounts.module.css';
import { announceVerification } from './announce-verification.ts';
import { AuthHead } from './auth-head.tsx';
import { useVerifyCode } from './mutations.ts';

/** The contents of an e-mail link's fragment, which isn't sent to servers. */
export interface SignInLink {
  readonly email: string;
  readonly code: string;
}

/** Reads the fragment of an e-mail's link; null if it is not such a fragment. */
export function readSignInLink(fragment: string): SignInLink | null {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const email = fields.get('email');
  const code = fields.get('code');
  return email && code ? { email, code } : null;
}

/** Signs in with an e-mail's link once the button is pressed, because mail programs open links automatically. */
export function VerifyLink({ link }: { link: SignInLink }) {
  const navigate = useNavigate();
  const { user } = useCurrentUser();
  const isOwnAddress = user?.verified === false && user.email === link.email;
  const { mutateAsync: verifyCode } = useVerifyCode();
  const { mutate, isPending, error } = useGuardedMutation({
    mutationFn: async () => {
      await verifyCode({ request: { email: link.email, sentAt: 0 }, code: link.code });
      if (isOwnAddress) announceVerification();
      navigate(paths.home, { replace: true });
    },
  });
  return (
    <div className={styles.page}>
      <AuthHead title="Sign in">
        As <b>{link.email}</b>, in this browser.
      </AuthHead>
      <div className={`${card.card} ${card.padded} stack`}>
        <FormError message={describeFailure(error, 'Sign in failed')} />
        <button
          className={`${button.primary} ${button.block}`}
          type="button"
          aria-disabled={isPending || undefined}
          onClick={() => mutate()}
        >
          {isPending ? 'Signing in…' : 'Sign In'}
        </button>
        <p className="small muted">
          The link works once, for 10 minutes, and only in the browser that requested it.{' '}
          <Link className="link" to={paths.signIn}>
            Send a new one
          </Link>
        </p>
      </div>
    </div>
  );
}
