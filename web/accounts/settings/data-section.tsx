import { Download } from 'lucide-react';
import { describeFailure } from '#web/lib/form/form-fields.ts';
import { lazyModule } from '#web/lib/lazy-module.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { LazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { openOverlay } from '#web/ui/overlay/overlays.ts';
import { readExport } from './account-calls.ts';
import { AccountSection } from './account-section.tsx';
import { IdentityCheck } from './identity-check.tsx';
import { useCheckedAction } from './use-checked-action.ts';

const dialogName = 'delete-account';
const dialog = lazyModule(() => import('./delete-account-dialog.tsx'));

/** What belongs to the user: to take along, or to delete. */
export function DataSection() {
  const { run, isBusy, failure, needsCheck } = useCheckedAction(async () => {
    const text = JSON.stringify(await readExport(), null, 2);
    saveFile('altimeter-export.json', text, 'application/json');
  });
  const error = needsCheck ? null : describeFailure(failure, 'The export failed');
  const openDialog = () => {
    void dialog.load().catch(() => {});
    openOverlay(dialogName);
  };
  return (
    <>
      <AccountSection title="Your data" about="Everything Altimeter keeps of you, as one JSON file.">
        {error && (
          <p className="error" role="alert">
            {error}
          </p>
        )}
        <button
          className="btn btn-secondary self-start"
          type="button"
          aria-disabled={isBusy || undefined}
          onClick={() => void run()}
        >
          <Download className="i" aria-hidden="true" />
          {isBusy ? 'Exporting…' : 'Export JSON'}
        </button>
        {needsCheck && <IdentityCheck onProved={() => void run()} />}
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
