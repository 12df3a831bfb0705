import SearchX from 'lucide-react/icons/search-x';
import button from '#web/ui/styles/button.module.css';
import pageState from '#web/ui/styles/page-state.module.css';
import type { MarketTab } from './market-tab.ts';

interface NoCoinsProps {
  /** The search text; may be empty. */
  text: string;
  tab: MarketTab;
  onClear(): void;
  onAll(): void;
}

/** Shown below an empty table: says why, and what to do. */
export function NoCoins({ text, tab, onClear, onAll }: NoCoinsProps) {
  return text ? <NoCoinsMatch text={text} onClear={onClear} /> : <NoCoinsMoved tab={tab} onAll={onAll} />;
}

/** Says that nothing matches the search, and offers to clear it. */
function NoCoinsMatch({ text, onClear }: { text: string; onClear(): void }) {
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

/** Says that no listed coin rose, or fell. */
function NoCoinsMoved({ tab, onAll }: { tab: MarketTab; onAll(): void }) {
  return (
    <div className={pageState.state}>
      <h3 className="heading4">{tab === 'losers' ? 'No coin fell' : 'No coin rose'} in the last 24 hours</h3>
      <p>This tab shows the listed coins by their change over 24 hours.</p>
      <button type="button" className={button.secondary} onClick={onAll}>
        Show all coins
      </button>
    </div>
  );
}
