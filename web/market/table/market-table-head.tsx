import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import table from '#web/ui/styles/table.module.css';
import styles from './market-table.module.css';
import type { MarketSort, SortKey } from './sort.ts';

interface MarketTableHeadProps {
  sort: MarketSort;
  onSort(key: SortKey): void;
}

/** The column headers. Sortable ones are buttons; the active one shows the sort direction. */
export function MarketTableHead({ sort, onSort }: MarketTableHeadProps) {
  const head = (key: SortKey, className: string | undefined, label: string) => (
    <SortHead className={className} label={label} sort={sort} sortKey={key} onSort={onSort} />
  );
  return (
    <thead>
      <tr>
        {head('rank', styles.rankCell, '#')}
        <th className={styles.starCell} scope="col">
          <span className="visuallyHidden">Watchlist</span>
        </th>
        {head('name', `${styles.nameCell} ${table.left}`, 'Name')}
        {head('price', styles.priceCell, 'Price')}
        {head('change', styles.changeCell, '24h %')}
        {head('marketCap', styles.marketCapCell, 'Market Cap')}
        {head('hour', styles.hourCell, '1h %')}
        {head('volume', styles.volumeCell, 'Volume (24h)')}
        {head('week', styles.weekCell, '7d %')}
        <th className={styles.sparklineCell} scope="col">
          Last 7 days
        </th>
      </tr>
    </thead>
  );
}

interface SortHeadProps extends MarketTableHeadProps {
  className: string | undefined;
  label: string;
  sortKey: SortKey;
}

function SortHead({ className, label, sort, sortKey, onSort }: SortHeadProps) {
  const direction = sort.key === sortKey ? sort.direction : undefined;
  const Chevron = { ascending: ChevronUp, descending: ChevronDown, none: ChevronsUpDown }[
    direction ?? 'none'
  ];
  return (
    <th className={className} scope="col" aria-sort={direction}>
      <button type="button" className={styles.sort} onClick={() => onSort(sortKey)}>
        {label}
        <Chevron className="icon" aria-hidden="true" />
      </button>
    </th>
  );
}
