import { useQueryClient } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import { lazyModule } from '#web/lib/lazy-module.ts';
import button from '#web/ui/button.module.css';
import form from '#web/ui/form/form.module.css';
import { showToast } from '#web/ui/overlay/toast.ts';
import styles from '../settings/account.module.css';
import { IdentityCheck } from '../settings/identity-check.tsx';
import { useCheckedAction } from '../settings/use-checked-action.ts';
import { describePasskeyFailure, isCancelled } from './passkey-failure.ts';
import { namePasskey } from './passkey-name.ts';
import { passkeysQuery } from './passkey-query.ts';

const calls = lazyModule(() => import('./passkey-calls.ts'));
const prepare = () => void calls.load().catch(() => {});

/** Has this browser make a passkey, or says why it can't. `names`: of those there are. */
export function AddPasskey({ names }: { names: readonly string[] }) {
  const queryClient = useQueryClient();
  const { run, isBusy, failure, needsCheck } = useCheckedAction(async () => {
    const { addPasskey } = await calls.load();
    const { name } = await addPasskey(namePasskey(navigator.userAgent, names));
    await queryClient.invalidateQueries(passkeysQuery());
    showToast({ title: 'Passkey added', description: `${name}: you can sign in with it from now on.` });
  });
  const error = needsCheck ? null : describePasskeyFailure(failure, 'The passkey was not added');
  // Never drawn on the server: it does not know whose account it is.
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
        aria-disabled={isBusy || undefined}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void run()}
      >
        <KeyRound className="icon" aria-hidden="true" />
        {isBusy ? 'Waiting for your device…' : 'Add a passkey'}
      </button>
      {isCancelled(failure) && (
        <p className={form.hint} role="status">
          No passkey was added.
        </p>
      )}
      {needsCheck && <IdentityCheck onProved={() => void run()} />}
    </>
  );
}

function Unsupported() {
  return (
    <p className="small muted">
      {isSecureContext
        ? 'This browser does not know passkeys, so none can be added here.'
        : 'Browsers make passkeys only at an https address, and this page came over plain http.'}
    </p>
  );
}
