import { KeyRound } from 'lucide-react';
import { useAction } from '#web/lib/form/use-action.ts';
import { lazyModule } from '#web/lib/lazy-module.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { describePasskeyFailure, isCancelled } from '../passkeys/passkey-failure.ts';

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
    <div className="passkey-way if-passkeys">
      <button
        type="button"
        className="btn btn-secondary btn-block"
        aria-disabled={isBusy || undefined}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void run()}
      >
        <KeyRound className="i" aria-hidden="true" />
        {isBusy ? 'Waiting for your passkey…' : 'Sign in with a passkey'}
      </button>
      {isCancelled(failure) && (
        <p className="hint" role="status">
          No passkey was used. Try again, or have a code sent.
        </p>
      )}
      <FormError message={describePasskeyFailure(failure, 'Sign in failed')} />
    </div>
  );
}
