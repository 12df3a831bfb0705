import ChevronDown from 'lucide-react/icons/chevron-down';
import Search from 'lucide-react/icons/search';
import { type MarketTab, tabLabels } from '../table/market-tab.ts';
import styles from './table-tools.module.css';

interface PhoneHeadProps {
  tab: MarketTab;
  toolsId: string;
  isOpen: boolean;
  onToggle(): void;
  onSearch(): void;
}

/** The table header on phones, above the first columns. It opens the tools. */
export function PhoneHead({ tab, toolsId, isOpen, onToggle, onSearch }: PhoneHeadProps) {
  return (
    <div className={styles.phoneHead}>
      <button type="button" aria-expanded={isOpen} aria-controls={toolsId} onClick={onToggle}>
        {tab === 'all' ? 'All coins' : tabLabels[tab]}
        <ChevronDown className="icon iconSmall" aria-hidden="true" />
      </button>
      <button type="button" aria-label="Search the table" onClick={onSearch}>
        <Search className="icon" aria-hidden="true" />
      </button>
    </div>
  );
}
