import { RefreshCw, Search } from 'lucide-react';
import type { RefObject } from 'react';
import { LiveSwitch } from '../live/live-switch.tsx';
import type { Refresh } from './use-refresh.ts';

interface MarketTableToolsProps {
  titleId: string;
  /** How many rows stand, of how many coins; null while there are none to count. */
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

/** Title, count, search, the Live switch and Refresh above the table. */
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
    <div className="tools">
      <div className="tools-t">
        <h2 className="h3" id={titleId}>
          Live Prices
        </h2>
        <span className="small muted" role="status">
          {shown && `Showing ${shown.rows} of ${shown.coins} coins`}
          {isLoading && 'Loading coins'}
        </span>
        <span className="small outcome" role="status">
          {outcomeText(refresh, isStale)}
        </span>
      </div>
      <div className="affix">
        <Search className="i" aria-hidden="true" />
        <input
          ref={search}
          className="input"
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
        className="btn btn-secondary refresh"
        aria-label="Refresh"
        aria-busy={refresh.isPending}
        onClick={refresh.run}
      >
        <RefreshCw className={refresh.isPending ? 'i spin' : 'i'} aria-hidden="true" />
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
