import Download from 'lucide-react/icons/download';
import Lock from 'lucide-react/icons/lock';
import { FeatureLock, openFeatureLock, prepareFeatureLock } from '#web/billing/upgrade/feature-lock.tsx';
import { useHasFeature } from '#web/billing/upgrade/use-has-feature.ts';
import button from '#web/ui/styles/button.module.css';
import { useSaveCsv } from './mutations.ts';

const feature = 'ledgerInsight';

/** Saves a portfolio's transactions as a CSV file that can be imported again. Locked if the plan doesn't include it. */
export function SaveLedgerButton({ portfolioId }: { portfolioId: string }) {
  const isLocked = useHasFeature(feature) === false;
  const { mutate, isPending } = useSaveCsv(portfolioId, 'transactions');
  const Icon = isLocked ? Lock : Download;
  return (
    <>
      <button
        type="button"
        className={`${button.secondary} ${button.small}`}
        aria-label="Export as CSV"
        aria-haspopup={isLocked ? 'dialog' : undefined}
        aria-disabled={isPending || undefined}
        title={isLocked ? 'Included in a higher plan' : 'Save all transactions as a CSV file'}
        onPointerEnter={isLocked ? prepareFeatureLock : undefined}
        onClick={() => (isLocked ? openFeatureLock(feature) : mutate())}
      >
        <Icon className="icon" aria-hidden="true" />
        <span>
          <span className="hiddenOnPhone">Export as </span>CSV
        </span>
      </button>
      <FeatureLock feature={feature} />
    </>
  );
}
