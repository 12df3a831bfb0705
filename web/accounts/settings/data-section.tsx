import Download from 'lucide-react/icons/download';
import { describeFailure } from '#web/lib/form/form-fields.ts';
import { lazyModule } from '#web/lib/lazy-module.ts';
import { saveFile } from '#web/lib/save-file.ts';
import button from '#web/ui/button.module.css';
import form from '#web/ui/form/form.module.css';
import { LazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { openOverlay } from '#web/ui/overlay/overlays.ts';
import styles from './account.module.css';
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
          <p className={form.error} role="alert">
            {error}
          </p>
        )}
        <button
          className={`${button.secondary} ${styles.selfStart}`}
          type="button"
          aria-disabled={isBusy || undefined}
          onClick={() => void run()}
        >
          <Download className="icon" aria-hidden="true" />
          {isBusy ? 'Exporting…' : 'Export JSON'}
        </button>
        {needsCheck && <IdentityCheck onProved={() => void run()} />}
      </AccountSection>
      <AccountSection
        title="Delete account"
        about="Deletes the account, its watchlist, portfolios, alerts and sessions, for good."
      >
        <button className={`${button.ink} ${styles.selfStart}`} type="button" onClick={openDialog}>
          Delete Account
        </button>
        <LazyOverlay name={dialogName} module={dialog}>
          {({ DeleteAccountDialog }, onClose) => <DeleteAccountDialog onClose={onClose} />}
        </LazyOverlay>
      </AccountSection>
    </>
  );
}
