import { useNavigate } from 'react-router';
import { describeFailure } from '#web/lib/form/form-fields.ts';
import { paths } from '#web/lib/paths.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { QuestionDialog } from '#web/ui/overlay/question-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast.ts';
import { useCurrentUser } from '../session/use-current-user.ts';
import { deleteAccount } from './account-calls.ts';
import { IdentityCheck } from './identity-check.tsx';
import { useCheckedAction } from './use-checked-action.ts';

/** Asks once more before the account is gone. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { user } = useCurrentUser();
  const navigate = useNavigate();
  const { run, isBusy, failure, needsCheck } = useCheckedAction(async () => {
    await deleteAccount();
    onClose();
    showToast({ title: 'Account deleted', description: 'Nothing of it is left.' });
    await navigate(paths.home);
  });
  return (
    <QuestionDialog
      title="Delete this account?"
      action="Delete Account"
      busyAction="Deleting…"
      isBusy={isBusy}
      isHeldBack={needsCheck}
      isDestructive
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <p>
        The account of <b>{user?.email || 'this user'}</b>, its watchlist, portfolios, alerts and sessions are
        deleted now. This cannot be undone.
      </p>
      {user?.subscriptionTier !== 'free' && (
        <p>A subscription ends with it at once, without paying back the rest of its time.</p>
      )}
      <FormError message={needsCheck ? null : describeFailure(failure, 'The account could not be deleted')} />
      {needsCheck && <IdentityCheck onProved={() => void run()} />}
    </QuestionDialog>
  );
}
