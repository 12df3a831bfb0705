import { ChevronDown, ChevronsUpDown, ChevronUp } from 'lucide-react';
import type { MarketSort, SortKey } from './sort.ts';

interface MarketTableHeadProps {
  sort: MarketSort;
  onSort(key: SortKey): void;
}

/** The column heads. Sortable ones are buttons; the active one shows its direction. */
export function MarketTableHead({ sort, onSort }: MarketTableHeadProps) {
  const head = (key: SortKey, className: string, label: string) => (
    <SortHead className={className} label={label} sort={sort} sortKey={key} onSort={onSort} />
  );
  return (
    <thead>
      <tr>
        {head('rank', 'c-r', '#')}
        <th className="c-s" scope="col">
          <span className="vh">Watchlist</span>
        </th>
        {head('name', 'c-n l', 'Name')}
        {head('price', 'c-p', 'Price')}
        {head('change', 'c-c', '24h %')}
        {head('marketCap', 'c-m', 'Market Cap')}
        <th className="c-7" scope="col">
          Last 7 days
        </th>
      </tr>
    </thead>
  );
}

interface SortHeadProps extends MarketTableHeadProps {
  className: string;
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
      <button type="button" className="sort" onClick={() => onSort(sortKey)}>
        {label}
        <Chevron className="i" aria-hidden="true" />
      </button>
    </th>
  );
}
