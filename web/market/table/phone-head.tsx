import ArrowDownUp from 'lucide-react/icons/arrow-down-up';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Search from 'lucide-react/icons/search';
import input from '#web/ui/form/input.module.css';
import button from '#web/ui/styles/button.module.css';
import { type MarketTab, tabLabels } from './market-tab.ts';
import { type SortKey, sortKeys } from './sort.ts';
import styles from './table-tools.module.css';
import type { ShownRows } from './use-shown-rows.ts';

interface PhoneHeadProps {
  tab: MarketTab;
  toolsId: string;
  isOpen: boolean;
  onToggle(): void;
  onSearch(): void;
}

/** A phone's head of the table, over its first columns: unfolds the tools. */
export function PhoneHead({ tab, toolsId, isOpen, onToggle, onSearch }: PhoneHeadProps) {
  return (
    <div className={styles.phoneHead}>
      <button type="button" aria-expanded={isOpen} aria-controls={toolsId} onClick={onToggle}>
        {tab === 'all' ? 'All coins' : tabLabels[tab]}
        <ChevronDown className="icon iconSmall" aria-hidden="true" />
      </button>
      <button type="button" aria-label="Search in the table" onClick={onSearch}>
        <Search className="icon" aria-hidden="true" />
      </button>
    </div>
  );
}

const sortLabels: Readonly<Record<SortKey, string>> = {
  rank: 'Rank',
  name: 'Name',
  price: 'Price',
  change: '24h %',
  marketCap: 'Market Cap',
  hour: '1h %',
  volume: 'Volume (24h)',
  week: '7d %',
};

/** Sorts by any column on a phone, whose table has heads for two of them. */
export function PhoneSort({ shown: { sort, sortBy } }: { shown: ShownRows }) {
  return (
    <div className={styles.phoneSort}>
      <select
        className={input.input}
        aria-label="Sort by"
        value={sort.key}
        onChange={(event) => sortBy(event.target.value as SortKey)}
      >
        {sortKeys.map((key) => (
          <option key={key} value={key}>
            {sortLabels[key]}
          </option>
        ))}
      </select>
      <button
        type="button"
        className={`${button.secondary} ${button.iconOnly}`}
        aria-label={`Reverse: now ${sort.direction}`}
        onClick={() => sortBy(sort.key)}
      >
        <ArrowDownUp className="icon" aria-hidden="true" />
      </button>
    </div>
  );
}
