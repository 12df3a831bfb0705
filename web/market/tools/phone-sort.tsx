import ArrowDownUp from 'lucide-react/icons/arrow-down-up';
import input from '#web/ui/form/input.module.css';
import button from '#web/ui/styles/button.module.css';
import { type SortKey, sortKeys } from '../table/sort.ts';
import type { ShownRows } from '../table/use-shown-rows.ts';
import styles from './table-tools.module.css';

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

/** Sorts by any column on a phone, where only two columns have headers. */
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
        aria-label={`Reverse the order, now ${sort.direction}`}
        onClick={() => sortBy(sort.key)}
      >
        <ArrowDownUp className="icon" aria-hidden="true" />
      </button>
    </div>
  );
}
