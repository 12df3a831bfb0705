import type { ApiKey } from '#contract/accounts/api-keys.ts';
import { describeFailure } from '#web/lib/errors.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast.ts';
import { useRemoveApiKey } from './mutations.ts';

interface DeleteApiKeyDialogProps {
  apiKey: ApiKey;
  onDeleted: (id: string) => void;
  onClose: () => void;
}

/** Asks for confirmation before deleting an API key. */
export function DeleteApiKeyDialog({ apiKey, onDeleted, onClose }: DeleteApiKeyDialogProps) {
  const { mutate, isPending, error } = useRemoveApiKey(() => {
    onDeleted(apiKey.id);
    onClose();
    showToast({ title: 'API key deleted' });
  });
  return (
    <ConfirmDialog
      title="Delete this API key?"
      action="Delete API Key"
      busyAction="Deleting…"
      isBusy={isPending}
      isDestructive
      onConfirm={() => mutate(apiKey.id)}
      onClose={onClose}
    >
      <p>
        Programs that use <b>{apiKey.name}</b> lose access at once. A deleted key can’t be restored.
      </p>
      <FormError message={describeFailure(error, 'The API key could not be deleted')} />
    </ConfirmDialog>
  );
}
