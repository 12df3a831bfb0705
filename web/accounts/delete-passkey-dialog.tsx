import { useQueryClient } from '@tanstack/react-query';
import type { Passkey } from '#contract/passkeys.ts';
import { describeFailure } from '../lib/form-fields.ts';
import { Dialog, DialogClose } from '../ui/dialog.tsx';
import { FormError } from '../ui/form-error.tsx';
import { showToast } from '../ui/toast.ts';
import { removePasskey } from './account-calls.ts';
import { IdentityCheck } from './identity-check.tsx';
import { passkeysQuery } from './passkey-query.ts';
import { useCheckedAction } from './use-checked-action.ts';

/** Asks once more before a passkey is worth nothing. */
export function DeletePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { run, isBusy, failure, needsCheck } = useCheckedAction(async () => {
    try {
      await removePasskey(passkey.id);
    } finally {
      await queryClient.invalidateQueries(passkeysQuery());
    }
    onClose();
    showToast({ title: 'Passkey deleted', description: 'Delete it on your device, too: it keeps its half.' });
  });
  return (
    <Dialog title="Delete this passkey?" onClose={onClose}>
      <DialogClose label="Close" />
      <div className="dialog-b">
        <p>
          <b>{passkey.name}</b> will no longer open your account. Sessions that it began go on until you end
          them.
        </p>
        <FormError
          message={needsCheck ? null : describeFailure(failure, 'The passkey could not be deleted')}
        />
        {needsCheck && <IdentityCheck onProved={() => void run()} />}
      </div>
      <div className="dialog-f">
        <button className="btn btn-secondary" type="button" onClick={onClose}>
          Cancel
        </button>
        <button
          className="btn btn-ink"
          type="button"
          aria-disabled={isBusy || needsCheck || undefined}
          onClick={() => !needsCheck && void run()}
        >
          {isBusy ? 'Deleting…' : 'Delete Passkey'}
        </button>
      </div>
    </Dialog>
  );
}
