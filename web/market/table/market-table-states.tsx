import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import { ClockTime } from '#web/ui/clock-time.tsx';
import button from '#web/ui/styles/button.module.css';
import pageState from '#web/ui/styles/page-state.module.css';
import { emptyRetry } from '../queries.ts';
import styles from '../tools/table-tools.module.css';

/** Shown when there are no coins at all. */
export function CoinsFailed({ onRetry }: { onRetry(): void }) {
  return (
    <div className={pageState.state} role="alert">
      <TriangleAlert className="icon iconLarge" aria-hidden="true" />
      <h3 className="heading4">The coin list could not be loaded</h3>
      <p>
        The market data is not available right now. This page tries again every {emptyRetry / 1000} seconds.
      </p>
      <button type="button" className={button.secondary} onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}

/** Shown after a failed Refresh. The rows stay, with their age. */
export function RefreshFailed({ asOf, onRetry }: { asOf: string | null; onRetry(): void }) {
  return (
    <div className={styles.refreshFailed} role="alert">
      <TriangleAlert className="icon" aria-hidden="true" />
      <span>
        <b>Refresh failed.</b> The prices below are still{' '}
        {asOf ? <>those of {<ClockTime at={asOf} />}</> : 'the previous ones'}.
      </span>
      <button type="button" className={`${button.secondary} ${button.small}`} onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}
