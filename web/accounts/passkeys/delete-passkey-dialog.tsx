import type { Passkey } from '#contract/accounts/passkeys.ts';
import { describeFailure, hasCode } from '#web/lib/errors.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast.ts';
import { IdentityCheck } from '../settings/identity-check.tsx';
import { useRemovePasskey } from './mutations.ts';

/** Asks for confirmation before deleting a passkey. */
export function DeletePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { mutate, isPending, error } = useRemovePasskey(() => {
    onClose();
    showToast({
      title: 'Passkey deleted',
      description: 'Delete it on your device too: part of it is stored there.',
    });
  });
  const needsCheck = hasCode(error, 'verification_required');
  const remove = () => mutate(passkey.id);
  return (
    <ConfirmDialog
      title="Delete this passkey?"
      action="Delete passkey"
      busyAction="Deleting…"
      isBusy={isPending}
      isDisabled={needsCheck}
      isDestructive
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        <b>{passkey.name}</b> will no longer open your account. Sessions it started stay open until you end
        them.
      </p>
      <FormError message={needsCheck ? null : describeFailure(error, 'The passkey could not be deleted')} />
      {needsCheck && <IdentityCheck onConfirmed={remove} />}
    </ConfirmDialog>
  );
}
