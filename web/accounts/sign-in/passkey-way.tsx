import { KeyRound } from 'lucide-react';
import { FormError } from '#web/ui/form/form-error.tsx';
import { preparePasskeys, useSignInWithPasskey } from '../passkeys/mutations.ts';
import { describePasskeyFailure, isCancelled } from '../passkeys/passkey-failure.ts';

/** Signs in with a passkey. Always in the HTML, and shown from the first paint where the browser supports passkeys. */
export function PasskeyWay({ onSignedIn }: { onSignedIn: () => Promise<void> | void }) {
  const { mutate, isPending, error } = useSignInWithPasskey(onSignedIn);
  return (
    <div className="passkey-way if-passkeys">
      <button
        type="button"
        className="btn btn-secondary btn-block"
        aria-disabled={isPending || undefined}
        onPointerEnter={preparePasskeys}
        onFocus={preparePasskeys}
        onClick={() => mutate()}
      >
        <KeyRound className="i" aria-hidden="true" />
        {isPending ? 'Waiting for your passkey…' : 'Sign in with a passkey'}
      </button>
      {isCancelled(error) && (
        <p className="hint" role="status">
          No passkey was used. Try again, or have a code sent.
        </p>
      )}
      <FormError message={describePasskeyFailure(error, 'Sign in failed')} />
    </div>
  );
}
