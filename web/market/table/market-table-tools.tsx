import RefreshCw from 'lucide-react/icons/refresh-cw';
import Search from 'lucide-react/icons/search';
import type { RefObject } from 'react';
import input from '#web/ui/form/input.module.css';
import button from '#web/ui/styles/button.module.css';
import { LiveSwitch } from '../live/live-switch.tsx';
import styles from './table-tools.module.css';
import type { Refresh } from './use-refresh.ts';

interface MarketTableToolsProps {
  titleId: string;
  /** How many rows are shown, of how many coins; null while there are none. */
  shown: { rows: number; coins: number } | null;
  isLoading: boolean;
  /** The search box. */
  search: RefObject<HTMLInputElement | null>;
  filter: string;
  onFilter(text: string): void;
  live: { isOn: boolean; onChange(isOn: boolean): void };
  refresh: Refresh;
  /** True while the provider itself has nothing newer. */
  isStale: boolean;
}

/** The title, count, search, Live switch and Refresh above the table. */
export function MarketTableTools({
  titleId,
  shown,
  isLoading,
  search,
  filter,
  onFilter,
  live,
  refresh,
  isStale,
}: MarketTableToolsProps) {
  return (
    <div className={styles.tools}>
      <div className={styles.title}>
        <h2 className="heading3" id={titleId}>
          Live Prices
        </h2>
        <span className="small muted" role="status">
          {shown && `Showing ${shown.rows} of ${shown.coins} coins`}
          {isLoading && 'Loading coins'}
        </span>
        <span className={`small ${styles.outcome}`} role="status">
          {outcomeText(refresh, isStale)}
        </span>
      </div>
      <div className={input.affixed}>
        <Search className="icon" aria-hidden="true" />
        <input
          ref={search}
          className={input.input}
          type="search"
          aria-label="Search cryptocurrencies"
          placeholder="Search cryptocurrencies..."
          autoComplete="off"
          spellCheck={false}
          value={filter}
          onChange={(event) => onFilter(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onFilter('')}
        />
      </div>
      <LiveSwitch {...live} />
      <button
        type="button"
        className={`${button.secondary} ${styles.refresh}`}
        aria-label="Refresh"
        aria-busy={refresh.isPending}
        onClick={refresh.run}
      >
        <RefreshCw className={refresh.isPending ? `icon ${button.spinning}` : 'icon'} aria-hidden="true" />
        <span>Refresh</span>
      </button>
    </div>
  );
}

function outcomeText({ outcome }: Refresh, isStale: boolean): string {
  if (!outcome) return '';
  if (outcome === 'updated') return 'Updated';
  return isStale ? 'Nothing newer yet' : 'Up to date';
}
