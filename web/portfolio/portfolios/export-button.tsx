import Download from 'lucide-react/icons/download';
import Lock from 'lucide-react/icons/lock';
import { FeatureLock, openFeatureLock, prepareFeatureLock } from '#web/billing/upgrade/feature-lock.tsx';
import { useHasFeature } from '#web/billing/upgrade/use-has-feature.ts';
import button from '#web/ui/styles/button.module.css';
import styles from '../portfolio.module.css';
import { useSaveCsv } from './mutations.ts';

const feature = 'csvExport';

/** Saves a portfolio's holdings as a CSV file. Locked if the plan doesn't include it. */
export function ExportButton({ portfolioId }: { portfolioId: string }) {
  const isLocked = useHasFeature(feature) === false;
  const { mutate, isPending } = useSaveCsv(portfolioId, 'export');
  return (
    <>
      <button
        type="button"
        className={`${button.secondary} ${styles.manage}`}
        aria-label="Export CSV"
        aria-haspopup={isLocked ? 'dialog' : undefined}
        aria-disabled={isPending || undefined}
        title={isLocked ? 'Included in a higher plan' : 'Save your holdings as a CSV file'}
        onPointerEnter={isLocked ? prepareFeatureLock : undefined}
        onClick={() => (isLocked ? openFeatureLock(feature) : mutate())}
      >
        {/* On a phone there is no label, so the icon shows what is locked. */}
        <Download className={isLocked ? `icon ${styles.phoneIcon}` : 'icon'} aria-hidden="true" />
        {isLocked && <Lock className="icon" aria-hidden="true" />}
        <span className="hiddenOnPhone">Export CSV</span>
      </button>
      <FeatureLock feature={feature} />
    </>
  );
}
