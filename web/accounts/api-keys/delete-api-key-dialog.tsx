import { useQueryClient } from '@tanstack/react-query';
import type { ApiKey } from '#contract/accounts/api-keys.ts';
import { describeFailure } from '#web/lib/form/form-fields.ts';
import { useAction } from '#web/lib/form/use-action.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { QuestionDialog } from '#web/ui/overlay/question-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast.ts';
import { removeApiKey } from '../settings/account-calls.ts';
import { apiKeysQuery } from './api-key-query.ts';

interface DeleteApiKeyDialogProps {
  apiKey: ApiKey;
  onDeleted: (id: string) => void;
  onClose: () => void;
}

/** Asks once more before a key is worth nothing. */
export function DeleteApiKeyDialog({ apiKey, onDeleted, onClose }: DeleteApiKeyDialogProps) {
  const queryClient = useQueryClient();
  const { run, isBusy, failure } = useAction(async () => {
    try {
      await removeApiKey(apiKey.id);
    } catch (error) {
      await queryClient.invalidateQueries(apiKeysQuery());
      throw error;
    }
    onDeleted(apiKey.id);
    onClose();
    showToast({ title: 'API key deleted' });
    // Once the dialog has given the focus back, which the list then keeps.
    await queryClient.invalidateQueries(apiKeysQuery());
  });
  return (
    <QuestionDialog
      title="Delete this API key?"
      action="Delete API Key"
      busyAction="Deleting…"
      isBusy={isBusy}
      isDestructive
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <p>
        Whatever uses <b>{apiKey.name}</b> is refused from now on. A deleted key can’t be brought back.
      </p>
      <FormError message={describeFailure(failure, 'The API key could not be deleted')} />
    </QuestionDialog>
  );
}
