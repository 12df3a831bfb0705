import { useQueryClient } from '@tanstack/react-query';
import type { Passkey } from '#contract/accounts/passkeys.ts';
import { describeFailure } from '#web/lib/form/form-fields.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { QuestionDialog } from '#web/ui/overlay/question-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast.ts';
import { removePasskey } from '../settings/account-calls.ts';
import { IdentityCheck } from '../settings/identity-check.tsx';
import { useCheckedAction } from '../settings/use-checked-action.ts';
import { passkeysQuery } from './passkey-query.ts';

/** Asks once more before a passkey is worth nothing. */
export function DeletePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { run, isBusy, failure, needsCheck } = useCheckedAction(async () => {
    try {
      await removePasskey(passkey.id);
    } catch (error) {
      await queryClient.invalidateQueries(passkeysQuery());
      throw error;
    }
    onClose();
    showToast({ title: 'Passkey deleted', description: 'Delete it on your device, too: it keeps its half.' });
    // Once the dialog has given the focus back, which the list then keeps.
    await queryClient.invalidateQueries(passkeysQuery());
  });
  return (
    <QuestionDialog
      title="Delete this passkey?"
      action="Delete Passkey"
      busyAction="Deleting…"
      isBusy={isBusy}
      isHeldBack={needsCheck}
      isDestructive
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <p>
        <b>{passkey.name}</b> will no longer open your account. Sessions that it began go on until you end
        them.
      </p>
      <FormError message={needsCheck ? null : describeFailure(failure, 'The passkey could not be deleted')} />
      {needsCheck && <IdentityCheck onProved={() => void run()} />}
    </QuestionDialog>
  );
}
