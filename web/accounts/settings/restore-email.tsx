import { describeFailure, hasCode } from '#web/lib/errors.ts';
import { paths } from '#web/lib/paths.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { Link } from '#web/ui/link.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import styles from '../sign-in/accounts.module.css';
import { AuthHead } from '../sign-in/auth-head.tsx';
import { useRestoreEmail } from './mutations.ts';

/** Undoes a change of e-mail address once the button is pressed, because mail programs open links automatically. */
export function RestoreEmail({ token }: { token: string }) {
  const { mutate, isPending, data, error } = useRestoreEmail();
  if (data) return <Restored />;
  if (hasCode(error, 'not_found') || hasCode(error, 'invalid_request')) return <InvalidRestoreLink />;
  return (
    <div className={styles.page}>
      <AuthHead title="Restore your address">
        Somebody changed the email address of your account. If it wasn’t you, restore the previous one.
      </AuthHead>
      <div className={`${card.card} ${card.padded} stack`}>
        <p>
          Your account will get back the address that this link was mailed to, and be signed out everywhere.
          All its passkeys and API keys will be deleted.
        </p>
        <FormError message={describeFailure(error, 'The address could not be restored')} />
        <button
          className={`${button.primary} ${button.block}`}
          type="button"
          aria-disabled={isPending || undefined}
          onClick={() => mutate(token)}
        >
          {isPending ? 'Restoring…' : 'Restore address'}
        </button>
      </div>
    </div>
  );
}

function Restored() {
  return (
    <div className={styles.page} role="status">
      <AuthHead title="Address restored">
        Your account has its earlier address again, and is signed out everywhere. Its passkeys and API keys
        have been deleted. Sign in with a code.
      </AuthHead>
      <Link className={button.primary} to={paths.signIn}>
        Sign In
      </Link>
    </div>
  );
}

/** Shown for a link that is incomplete, used or older than 72 hours. */
export function InvalidRestoreLink() {
  return (
    <div className={styles.page} role="status">
      <AuthHead title="This link is not valid">
        It works once, for 72 hours, and only if it is complete. If somebody else has taken over your account,
        contact us.
      </AuthHead>
      <Link className={button.primary} to={paths.contact}>
        Contact support
      </Link>
    </div>
  );
}
