import { useState } from 'react';
import { describeFailure } from '#web/lib/form/form-fields.ts';
import { useAction } from '#web/lib/form/use-action.ts';
import button from '#web/ui/button.module.css';
import form from '#web/ui/form/form.module.css';
import { LocalInboxNote } from '#web/ui/local-inbox-note.tsx';
import { useCurrentUser } from '../session/use-current-user.ts';
import { CodeForm } from '../sign-in/code-form.tsx';
import { askForCode, type CodeRequest, verifyCode } from '../sign-in/sign-in-calls.ts';
import styles from './account.module.css';

/** Before something that cannot be undone: asks the user to prove the mailbox once more. */
export function IdentityCheck({ onProved }: { onProved: () => void }) {
  const { user } = useCurrentUser();
  const [request, setRequest] = useState<CodeRequest | null>(null);
  const email = user?.email ?? '';
  const ask = async () => {
    const { token: _, ...sent } = await askForCode(email);
    setRequest(sent);
  };
  const { run, isBusy, failure } = useAction(ask);
  const error = describeFailure(failure, 'The code could not be sent');
  if (request) {
    return (
      <div className="stack">
        <CodeForm
          label="Confirm"
          busyLabel="Confirming…"
          sentAt={request.sentAt}
          onCode={async (code) => {
            await verifyCode(request, code);
            onProved();
          }}
          onResend={ask}
        />
        <LocalInboxNote />
      </div>
    );
  }
  return (
    <div className={styles.identityCheck} role="status">
      <p className="small">
        Please confirm that it is you: we mail a code to <b>{email}</b>.
      </p>
      {error && (
        <p className={form.error} role="alert">
          {error}
        </p>
      )}
      <button
        className={button.secondary}
        type="button"
        aria-disabled={isBusy || undefined}
        onClick={() => void run()}
      >
        {isBusy ? 'Sending…' : 'Send code'}
      </button>
    </div>
  );
}
