import { ClockTime } from '#web/ui/clock-time.tsx';
import freshness from '#web/ui/styles/freshness.module.css';
import { useMarketStatus } from '../overview/use-market-status.ts';
import styles from './search-dialog.module.css';

/** The keyboard shortcuts of the search, and the age of its prices. */
export function SearchFoot() {
  const { state, asOf, isSimulated } = useMarketStatus();
  const isWarning = isSimulated || state !== 'live';
  return (
    <div className={styles.foot}>
      <span className={styles.keysHelp} aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> choose
      </span>
      <span className={styles.keysHelp} aria-hidden="true">
        <kbd>↵</kbd> open
      </span>
      <span className={styles.keysHelp} aria-hidden="true">
        <kbd>Esc</kbd> close
      </span>
      {asOf !== null && (
        <span className={`${isWarning ? freshness.warning : freshness.freshness} ${styles.age}`}>
          {isWarning && <span className={freshness.dot} />}
          <span>
            {state === 'stale' && !isSimulated ? 'Prices stale since' : 'Prices as of'}{' '}
            <ClockTime at={asOf} />
          </span>
        </span>
      )}
    </div>
  );
}
