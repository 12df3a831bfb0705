import Download from 'lucide-react/icons/download';
import Lock from 'lucide-react/icons/lock';
import { FeatureLock, openFeatureLock, prepareFeatureLock } from '#web/billing/upgrade/feature-lock.tsx';
import { useHasFeature } from '#web/billing/upgrade/use-has-feature.ts';
import { describeFailure } from '#web/lib/form/form-fields.ts';
import { useAction } from '#web/lib/form/use-action.ts';
import button from '#web/ui/button.module.css';
import { showToast } from '#web/ui/overlay/toast.ts';
import { saveFile } from '../lib/save-file.ts';
import styles from './portfolio.module.css';
import { readCsv } from './queries.ts';

const feature = 'csvExport';
/** Without it Excel reads names in the alphabet of the machine. */
const byteOrderMark = '\uFEFF';

/** Saves the holdings of a portfolio as a CSV file. Where the plan does not have it, it carries a lock and asks for nothing. */
export function ExportButton({ portfolioId }: { portfolioId: string }) {
  const isLocked = useHasFeature(feature) === false;
  const { run, isBusy } = useAction(async () => {
    try {
      const csv = byteOrderMark + (await readCsv(portfolioId));
      saveFile('altimeter-portfolio.csv', csv, 'text/csv;charset=utf-8');
    } catch (error) {
      const description = describeFailure(error, 'The export failed') ?? undefined;
      showToast({
        title: 'Nothing was exported',
        variant: 'destructive',
        ...(description && { description }),
      });
    }
  });
  const Icon = isLocked ? Lock : Download;
  return (
    <>
      <button
        type="button"
        className={`${button.secondary} ${styles.manage} ${styles.export}`}
        aria-label="Export CSV"
        aria-haspopup={isLocked ? 'dialog' : undefined}
        aria-disabled={isBusy || undefined}
        title={isLocked ? 'Part of a higher plan' : 'Save what you hold as a CSV file'}
        onPointerEnter={isLocked ? prepareFeatureLock : undefined}
        onClick={() => (isLocked ? openFeatureLock(feature) : void run())}
      >
        <Icon className="icon" aria-hidden="true" />
        <span>
          <span className="hiddenOnPhone">Export </span>CSV
        </span>
      </button>
      <FeatureLock feature={feature} />
    </>
  );
}
