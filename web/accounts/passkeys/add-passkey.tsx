import KeyRound from 'lucide-react/icons/key-round';
import { hasCode } from '#web/lib/errors.ts';
import form from '#web/ui/form/form.module.css';
import button from '#web/ui/styles/button.module.css';
import styles from '../settings/account.module.css';
import { IdentityCheck } from '../settings/identity-check.tsx';
import { preparePasskeys, useAddPasskey } from './mutations.ts';
import { describePasskeyFailure, isCancelled } from './passkey-failure.ts';
import { namePasskey } from './passkey-name.ts';

/** Creates a passkey in this browser, or says why that isn't possible. `names`: the names of existing passkeys. */
export function AddPasskey({ names }: { names: readonly string[] }) {
  const { mutate, isPending, error: failure } = useAddPasskey();
  const needsCheck = hasCode(failure, 'verification_required');
  const error = needsCheck ? null : describePasskeyFailure(failure, 'The passkey was not added');
  const add = () => mutate(namePasskey(navigator.userAgent, names));
  // Safe, because this is never rendered on the server, which has no user.
  if (typeof PublicKeyCredential !== 'function') return <Unsupported />;
  return (
    <>
      {error && (
        <p className={form.error} role="alert">
          {error}
        </p>
      )}
      <button
        className={`${button.secondary} ${styles.selfStart}`}
        type="button"
        aria-disabled={isPending || undefined}
        onPointerEnter={preparePasskeys}
        onFocus={preparePasskeys}
        onClick={add}
      >
        <KeyRound className="icon" aria-hidden="true" />
        {isPending ? 'Waiting for your device…' : 'Add a passkey'}
      </button>
      {isCancelled(failure) && (
        <p className={form.hint} role="status">
          No passkey was added.
        </p>
      )}
      {needsCheck && <IdentityCheck onConfirmed={add} />}
    </>
  );
}

function Unsupported() {
  return (
    <p className="small muted">
      {isSecureContext
        ? 'This browser doesn’t support passkeys, so none can be added here.'
        : 'Passkeys need HTTPS, and this page was loaded over plain HTTP.'}
    </p>
  );
}
