import Star from 'lucide-react/icons/star';
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
          {candidate === 'watchlist' && <Star className="icon iconSmall" aria-hidden="true" />}
          {tabLabels[candidate]}
        </button>
      ))}
    </fieldset>
  );
}
