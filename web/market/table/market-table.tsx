import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { useEntryText } from '#web/lib/form/use-entry-text.ts';
import card from '#web/ui/styles/card.module.css';
import table from '#web/ui/styles/table.module.css';
import { useLiveMarket } from '../live/use-live-market.ts';
import { useLiveSwitch } from '../live/use-live-switch.ts';
import { useMarketStatus } from '../overview/use-market-status.ts';
import { type CoinList, coinListQuery, type MarketRow } from '../queries.ts';
import { filterRows } from './filter.ts';
import styles from './market-table.module.css';
import { type InsertedRow, MarketTableBody, MarketTableSkeleton } from './market-table-body.tsx';
import { MarketTableFoot } from './market-table-foot.tsx';
import { MarketTableHead } from './market-table-head.tsx';
import { CoinsFailed, NoCoinsMatch, RefreshFailed } from './market-table-states.tsx';
import { MarketTableTools } from './market-table-tools.tsx';
import { oldQuotesBefore } from './refresh.ts';
import { initialSort, nextSort, type SortKey, sortRows } from './sort.ts';
import { useRefresh } from './use-refresh.ts';

interface MarketTableProps {
  /** Content beside a coin's rank. Must be the same function across renders, or every row renders again. */
  renderRowAction?: (row: MarketRow) => ReactNode;
  insertRowAt?: InsertedRow;
}

/** The coins of the market: search, sort, Refresh and the Live switch. */
export function MarketTable({ renderRowAction, insertRowAt }: MarketTableProps) {
  const titleId = useId();
  const search = useRef<HTMLInputElement>(null);
  const { data: list, errorUpdateCount, refetch } = useQuery(coinListQuery());
  const { state } = useMarketStatus();
  const refresh = useRefresh();
  const [isLive, setLive] = useLiveSwitch();
  const liveState = useLiveMarket('list', isLive);
  const { rows, sort, sortBy, filter, wanted, setFilter } = useShownRows(list);
  const oldBefore = useMemo(() => (list ? oldQuotesBefore(list) : 0), [list]);
  const hasFailed = !list && errorUpdateCount > 0;
  const clearSearch = () => {
    setFilter('');
    // The pressed button disappears; the focus must not.
    search.current?.focus();
  };

  return (
    <section className={`${card.card} ${table.card}`} data-list="market" aria-labelledby={titleId}>
      <MarketTableTools
        titleId={titleId}
        shown={list ? { rows: rows.length, coins: list.rows.length } : null}
        isLoading={!list && !hasFailed}
        search={search}
        filter={filter}
        onFilter={setFilter}
        live={{ isOn: isLive, onChange: setLive }}
        refresh={refresh}
        isStale={state === 'stale'}
      />
      {list && refresh.hasFailed && <RefreshFailed asOf={list.asOf} onRetry={refresh.run} />}
      <table
        className={`${table.table} ${styles.marketTable}`}
        aria-labelledby={titleId}
        aria-busy={!list && !hasFailed}
      >
        <MarketTableHead sort={sort} onSort={sortBy} />
        {list && <MarketTableBody {...{ rows, oldBefore, renderRowAction, insertRowAt }} />}
        {!list && !hasFailed && <MarketTableSkeleton />}
      </table>
      {hasFailed && <CoinsFailed onRetry={refetch} />}
      {list && rows.length === 0 && <NoCoinsMatch text={wanted.trim()} onClear={clearSearch} />}
      <MarketTableFoot live={liveState} asOf={list?.asOf ?? null} />
    </section>
  );
}

/** The rows as sorted and filtered by the visitor. Typing stays responsive: the rows update at low priority. */
function useShownRows(list: CoinList | undefined) {
  const [sort, setSort] = useState(initialSort);
  const [filter, setFilter] = useEntryText('filter');
  const wanted = useDeferredValue(filter);
  const rows = useMemo(() => sortRows(filterRows(list?.rows ?? [], wanted), sort), [list, wanted, sort]);
  const sortBy = (key: SortKey) => setSort((current) => nextSort(current, key));
  return { rows, sort, sortBy, filter, wanted, setFilter };
}
