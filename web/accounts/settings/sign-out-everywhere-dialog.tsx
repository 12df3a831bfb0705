import { useState } from 'react';
import { describeFailure, hasCode } from '#web/lib/errors.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast.ts';
import { IdentityCheck } from './identity-check.tsx';
import { useSignOutEverywhere } from './mutations.ts';

/** Asks what to delete along with the sessions, because API keys and passkeys would still give access. */
export function SignOutEverywhereDialog({ onClose }: { onClose: () => void }) {
  const [apiKeys, setApiKeys] = useState(false);
  const [passkeys, setPasskeys] = useState(false);
  const { mutate, isPending, error } = useSignOutEverywhere(() => {
    onClose();
    showToast({ title: 'Signed out everywhere else' });
  });
  const needsCheck = hasCode(error, 'verification_required');
  const confirm = () => mutate({ apiKeys, passkeys });
  return (
    <ConfirmDialog
      title="Sign out everywhere else?"
      action="Sign out everywhere else"
      busyAction="Signing out…"
      isBusy={isPending}
      isDisabled={needsCheck}
      isDestructive={apiKeys || passkeys}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        All other browsers and programs will be signed out. You stay signed in here. API keys and passkeys
        keep working, unless you delete them too:
      </p>
      <label className="row">
        <input type="checkbox" checked={apiKeys} onChange={(event) => setApiKeys(event.target.checked)} />
        Delete all API keys
      </label>
      <label className="row">
        <input type="checkbox" checked={passkeys} onChange={(event) => setPasskeys(event.target.checked)} />
        Delete all passkeys
      </label>
      <FormError message={needsCheck ? null : describeFailure(error, 'The sessions could not be ended')} />
      {needsCheck && <IdentityCheck onConfirmed={confirm} />}
    </ConfirmDialog>
  );
}
