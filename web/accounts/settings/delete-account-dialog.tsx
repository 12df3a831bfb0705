import { describeFailure, hasCode } from '#web/lib/errors.ts';
import { paths } from '#web/lib/paths.ts';
import { useNavigate } from '#web/lib/router/navigate.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast.ts';
import { useCurrentUser } from '../session/use-current-user.ts';
import { IdentityCheck } from './identity-check.tsx';
import { useDeleteAccount } from './mutations.ts';

/** Asks for confirmation before deleting the account. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { user } = useCurrentUser();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useDeleteAccount(async () => {
    onClose();
    showToast({ title: 'Account deleted', description: 'All of its data was deleted.' });
    navigate(paths.home);
  });
  const needsCheck = hasCode(error, 'verification_required');
  return (
    <ConfirmDialog
      title="Delete this account?"
      action="Delete account"
      busyAction="Deleting…"
      isBusy={isPending}
      isDisabled={needsCheck}
      isDestructive
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>
        The account of <b>{user?.email || 'this user'}</b>, its watchlist, portfolios, alerts and sessions
        will be deleted now. This cannot be undone.
      </p>
      {user?.subscriptionTier !== 'free' && (
        <p>A subscription ends at once, without a refund for the time that is left.</p>
      )}
      <FormError message={needsCheck ? null : describeFailure(error, 'The account could not be deleted')} />
      {needsCheck && <IdentityCheck onConfirmed={() => mutate()} />}
    </ConfirmDialog>
  );
}
