import KeyRound from 'lucide-react/icons/key-round';
import form from '#web/ui/form/form.module.css';
import { FormError } from '#web/ui/form/form-error.tsx';
import button from '#web/ui/styles/button.module.css';
import { preparePasskeys, useSignInWithPasskey } from '../passkeys/mutations.ts';
import { describePasskeyFailure, isCancelled } from '../passkeys/passkey-failure.ts';
import session from '../session/session.module.css';
import accounts from './accounts.module.css';

/** Signs in with a passkey. Always in the HTML, and visible from the first paint if the browser supports passkeys. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: () => Promise<void> | void }) {
  const { mutate, isPending, error } = useSignInWithPasskey(onSignedIn);
  return (
    <div className={`${accounts.passkeyOption} ${session.forPasskeys}`}>
      <button
        type="button"
        className={`${button.secondary} ${button.block}`}
        aria-disabled={isPending || undefined}
        onPointerEnter={preparePasskeys}
        onFocus={preparePasskeys}
        onClick={() => mutate()}
      >
        <KeyRound className="icon" aria-hidden="true" />
        {isPending ? 'Waiting for your passkey…' : 'Sign in with a passkey'}
      </button>
      {isCancelled(error) && (
        <p className={form.hint} role="status">
          No passkey was used. Try again, or request a code.
        </p>
      )}
      <FormError message={describePasskeyFailure(error, 'Sign in failed')} />
    </div>
  );
}
