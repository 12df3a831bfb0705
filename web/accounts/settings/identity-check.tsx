import { useState } from 'react';
import { describeFailure } from '#web/lib/errors.ts';
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts';
import form from '#web/ui/form/form.module.css';
import { LocalInboxNote } from '#web/ui/local-inbox-note.tsx';
import button from '#web/ui/styles/button.module.css';
import { useCurrentUser } from '../session/use-current-user.ts';
import { CodeForm } from '../sign-in/code-form.tsx';
import { useRequestCode, useVerifyCode } from '../sign-in/mutations.ts';
import type { CodeRequest } from '../sign-in/use-code-request.ts';
import styles from './account.module.css';

/** Asks for a new code before a sensitive action. */
export function IdentityCheck({ onConfirmed }: { onConfirmed: () => void }) {
  const { user } = useCurrentUser();
  const [request, setRequest] = useState<CodeRequest | null>(null);
  const email = user?.email ?? '';
  const requestCode = useRequestCode();
  const verifyCode = useVerifyCode();
  const ask = async () => setRequest((await requestCode.mutateAsync(email)).request);
  const { mutate, isPending, error: failure } = useGuardedMutation({ mutationFn: ask });
  const error = describeFailure(failure, 'The code could not be sent');
  if (request) {
    return (
      <div className="stack">
        <CodeForm
          label="Confirm"
          busyLabel="Confirming…"
          failureText="The code could not be checked"
          sentAt={request.sentAt}
          onCode={async (code) => {
            await verifyCode.mutateAsync({ request, code });
            onConfirmed();
          }}
          onResend={ask}
        />
        <LocalInboxNote />
      </div>
    );
  }
  return (
    <div className={styles.inset} role="status">
      <p className="small">
        Please confirm that it’s you. We’ll email a code to <b>{email}</b>.
      </p>
      {error && (
        <p className={form.error} role="alert">
          {error}
        </p>
      )}
      <button
        className={button.secondary}
        type="button"
        aria-disabled={isPending || undefined}
        onClick={() => mutate()}
      >
        {isPending ? 'Sending…' : 'Send code'}
      </button>
    </div>
  );
}
