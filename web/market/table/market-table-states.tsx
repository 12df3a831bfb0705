import SearchX from 'lucide-react/icons/search-x';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import { ClockTime } from '#web/ui/clock-time.tsx';
import button from '#web/ui/styles/button.module.css';
import pageState from '#web/ui/styles/page-state.module.css';
import { emptyRetry } from '../queries.ts';
import type { MarketTab } from './market-tab.ts';
import styles from './table-tools.module.css';

/** Says that nothing matches the search, and offers to clear it. */
export function NoCoinsMatch({ text, onClear }: { text: string; onClear(): void }) {
  return (
    <div className={pageState.state}>
      <SearchX className="icon iconLarge" aria-hidden="true" />
      <h3 className="heading4">No coins match “{text}”</h3>
      <p>The search looks at the names and symbols of the coins in this table.</p>
      <button type="button" className={button.secondary} onClick={onClear}>
        Clear search
      </button>
    </div>
  );
}

/** Says that no listed coin gained, or lost. */
export function NoCoinsMoved({ tab, onAll }: { tab: MarketTab; onAll(): void }) {
  return (
    <div className={pageState.state}>
      <h3 className="heading4">{tab === 'losers' ? 'No coin lost' : 'No coin gained'} in 24 hours</h3>
      <p>This tab shows the listed coins by their change over 24 hours.</p>
      <button type="button" className={button.secondary} onClick={onAll}>
        Show all coins
      </button>
    </div>
  );
}

/** Shown when there are no coins at all. */
export function CoinsFailed({ onRetry }: { onRetry(): void }) {
  return (
    <div className={pageState.state} role="alert">
      <TriangleAlert className="icon iconLarge" aria-hidden="true" />
      <h3 className="heading4">The coin list could not be loaded</h3>
      <p>
        The market data is not available right now. This page keeps trying every {emptyRetry / 1000} seconds.
      </p>
      <button type="button" className={button.secondary} onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}

/** Shown after a failed Refresh: the rows stay, with their age. */
export function RefreshFailed({ asOf, onRetry }: { asOf: string | null; onRetry(): void }) {
  return (
    <div className={styles.refreshFailed} role="alert">
      <TriangleAlert className="icon" aria-hidden="true" />
      <span>
        <b>Refresh failed.</b> The prices below are still those{' '}
        {asOf ? <>of {<ClockTime at={asOf} />}</> : 'from before'}.
      </span>
      <button type="button" className={`${button.secondary} ${button.small}`} onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}
