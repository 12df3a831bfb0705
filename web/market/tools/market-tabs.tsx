import { type MarketTab, marketTabs, tabLabels } from '../table/market-tab.ts';
import styles from './table-tools.module.css';

interface MarketTabsProps {
  tab: MarketTab;
  onTab(tab: MarketTab): void;
}

/** Tabs that choose which of the listed coins the table shows. */
export function MarketTabs({ tab, onTab }: MarketTabsProps) {
  return (
    <fieldset className={styles.tabs} aria-label="Show">
      {marketTabs.map((candidate) => (
        <button
          key={candidate}
          type="button"
          aria-pressed={candidate === tab}
          onClick={() => onTab(candidate)}
        >
          {candidate === 'watchlist' && <Star />}
          {tabLabels[candidate]}
        </button>
      ))}
    </fieldset>
  );
}

/** The star of the rows' buttons (`web/watchlist/star/star.module.css`). */
function Star() {
  return (
    <svg className="icon iconSmall" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 2.5l2.9 6 6.6.9-4.8 4.6 1.2 6.5-5.9-3.2-5.9 3.2 1.2-6.5L2.5 9.4l6.6-.9z" />
    </svg>
  );
}
