import { Download } from 'lucide-react';
import { describeFailure, hasCode } from '#web/lib/errors.ts';
import { lazyModule } from '#web/lib/lazy-module.ts';
import { LazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { openOverlay } from '#web/ui/overlay/overlays.ts';
import { AccountSection } from './account-section.tsx';
import { IdentityCheck } from './identity-check.tsx';
import { useSaveExport } from './mutations.ts';

const dialogName = 'delete-account';
const dialog = lazyModule(() => import('./delete-account-dialog.tsx'));

/** The user's data: to download, or to delete. */
export function DataSection() {
  const { mutate, isPending, error: failure } = useSaveExport();
  const needsCheck = hasCode(failure, 'verification_required');
  const error = needsCheck ? null : describeFailure(failure, 'The export failed');
  const openDialog = () => {
    void dialog.load().catch(() => {});
    openOverlay(dialogName);
  };
  return (
    <>
      <AccountSection title="Your data" about="Everything Altimeter keeps about you, as one JSON file.">
        {error && (
          <p className="error" role="alert">
            {error}
          </p>
        )}
        <button
          className="btn btn-secondary self-start"
          type="button"
          aria-disabled={isPending || undefined}
          onClick={() => mutate()}
        >
          <Download className="i" aria-hidden="true" />
          {isPending ? 'Exporting…' : 'Export JSON'}
        </button>
        {needsCheck && <IdentityCheck onProved={() => mutate()} />}
      </AccountSection>
      <AccountSection
        title="Delete account"
        about="Deletes the account, its watchlist, portfolios, alerts and sessions, for good."
      >
        <button className="btn btn-ink self-start" type="button" onClick={openDialog}>
          Delete Account
        </button>
        <LazyOverlay name={dialogName} module={dialog}>
          {({ DeleteAccountDialog }, onClose) => <DeleteAccountDialog onClose={onClose} />}
        </LazyOverlay>
      </AccountSection>
    </>
  );
}
