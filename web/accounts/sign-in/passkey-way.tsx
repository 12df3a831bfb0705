import KeyRound from 'lucide-react/icons/key-round';
import { useAction } from '#web/lib/form/use-action.ts';
import { lazyModule } from '#web/lib/lazy-module.ts';
import button from '#web/ui/button.module.css';
import form from '#web/ui/form/form.module.css';
import { FormError } from '#web/ui/form/form-error.tsx';
import { describePasskeyFailure, isCancelled } from '../passkeys/passkey-failure.ts';
import session from '../session/session.module.css';
import accounts from './accounts.module.css';

const calls = lazyModule(() => import('../passkeys/passkey-calls.ts'));
const prepare = () => void calls.load().catch(() => {});

/** Signing in without a mail. In every page's HTML; shown from the first paint where the browser knows passkeys. */
export function PasskeyWay({ onSignedIn }: { onSignedIn: () => Promise<void> | void }) {
  const { run, isBusy, failure } = useAction(async () => {
    const { signInWithPasskey } = await calls.load();
    await signInWithPasskey();
    await onSignedIn();
  });
  return (
    <div className={`${accounts.passkeyWay} ${session.forPasskeys}`}>
      <button
        type="button"
        className={`${button.secondary} ${button.block}`}
        aria-disabled={isBusy || undefined}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void run()}
      >
        <KeyRound className="icon" aria-hidden="true" />
        {isBusy ? 'Waiting for your passkey…' : 'Sign in with a passkey'}
      </button>
      {isCancelled(failure) && (
        <p className={form.hint} role="status">
          No passkey was used. Try again, or have a code sent.
        </p>
      )}
      <FormError message={describePasskeyFailure(failure, 'Sign in failed')} />
    </div>
  );
}
