import { useQueryClient } from '@tanstack/react-query';
import type { ApiKey } from '#contract/api-keys.ts';
import { describeFailure } from '../lib/form-fields.ts';
import { useAction } from '../lib/use-action.ts';
import { FormError } from '../ui/form-error.tsx';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { showToast } from '../ui/toast.ts';
import { removeApiKey } from './account-calls.ts';
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
