import Download from 'lucide-react/icons/download';
import { describeFailure, hasCode } from '#web/lib/errors.ts';
import { lazyModule } from '#web/lib/lazy-module.ts';
import form from '#web/ui/form/form.module.css';
import { LazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { openOverlay } from '#web/ui/overlay/overlays.ts';
import button from '#web/ui/styles/button.module.css';
import styles from './account.module.css';
import { AccountSection } from './account-section.tsx';
import { IdentityCheck } from './identity-check.tsx';
import { ImportAccount } from './import-account.tsx';
import { useSaveExport } from './mutations.ts';

const dialogName = 'delete-account';
const dialog = lazyModule(() => import('./delete-account-dialog.tsx'));

/** Downloads the user's data, imports another account's, or deletes the account. */
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
      <AccountSection
        title="Your data"
        description="Everything we keep about you, as one JSON file that another account can import."
      >
        {error && (
          <p className={form.error} role="alert">
            {error}
          </p>
        )}
        <button
          className={`${button.secondary} ${styles.selfStart}`}
          type="button"
          aria-disabled={isPending || undefined}
          onClick={() => mutate()}
        >
          <Download className="icon" aria-hidden="true" />
          {isPending ? 'Exporting…' : 'Export JSON'}
        </button>
        {needsCheck && <IdentityCheck onConfirmed={() => mutate()} />}
        <ImportAccount />
      </AccountSection>
      <AccountSection
        title="Delete account"
        description="Permanently deletes the account, its watchlist, portfolios, alerts and sessions."
      >
        <button className={`${button.ink} ${styles.selfStart}`} type="button" onClick={openDialog}>
          Delete account
        </button>
        <LazyOverlay name={dialogName} module={dialog}>
          {({ DeleteAccountDialog }, onClose) => <DeleteAccountDialog onClose={onClose} />}
        </LazyOverlay>
      </AccountSection>
    </>
  );
}
