import { useQuery } from '@tanstack/react-query';
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { CoinId } from '#contract/units.ts';
import { isWide } from '#web/lib/money/currency.ts';
import { useMoney } from '#web/lib/money/money-context.ts';
import { useLocation } from '#web/lib/router/page-location.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import card from '#web/ui/styles/card.module.css';
import table from '#web/ui/styles/table.module.css';
import { useLiveMarket } from '../live/use-live-market.ts';
import { useLiveSwitch } from '../live/use-live-switch.ts';
import { useMarketStatus } from '../overview/use-market-status.ts';
import { coinListQuery, type MarketRow } from '../queries.ts';
import { MarketTableTools } from '../tools/market-table-tools.tsx';
import { PhoneHead } from '../tools/phone-head.tsx';
import styles from './market-table.module.css';
import { type InsertedRow, MarketTableBody, MarketTableSkeleton } from './market-table-body.tsx';
import { MarketTableFoot } from './market-table-foot.tsx';
import { MarketTableHead } from './market-table-head.tsx';
import { CoinsFailed, RefreshFailed } from './market-table-states.tsx';
import phone from './phone-rows.module.css';
import figures from './price-figure.module.css';
import { oldQuotesBefore } from './refresh.ts';
import { useRefresh } from './use-refresh.ts';
import { useShownRows } from './use-shown-rows.ts';

const NoCoins = lazy(async () => ({ default: (await import('./no-coins.tsx')).NoCoins }));

interface MarketTableProps {
  /** Content next to a coin's rank. Must be the same function across renders, or every row renders again. */
  renderRowAction?: (row: MarketRow) => ReactNode;
  insertRowAt?: InsertedRow;
  /** The coins of the Watchlist tab. */
  watchedIds?: ReadonlySet<CoinId>;
  /** Shown if the Watchlist tab has no coins. */
  noneWatched?: ReactNode;
}

const noIds: ReadonlySet<CoinId> = new Set();

/** The market table with its tabs, search, sort, columns, Refresh and Live switch. */
export function MarketTable({
  renderRowAction,
  insertRowAt,
  watchedIds = noIds,
  noneWatched,
}: MarketTableProps) {
  const [titleId, toolsId] = [useId(), useId()];
  const search = useRef<HTMLInputElement>(null);
  const { data: list, errorUpdateCount, refetch } = useQuery(coinListQuery());
  const { state } = useMarketStatus();
  const { currency } = useMoney();
  const refresh = useRefresh();
  const [isLive, setLive] = useLiveSwitch();
  const liveState = useLiveMarket('list', isLive);
  const shown = useShownRows(list, watchedIds);
  const tools = useTools(search);
  const oldBefore = useMemo(() => (list ? oldQuotesBefore(list) : 0), [list]);
  const hasFailed = !list && errorUpdateCount > 0;
  const { rows, tab, query, setFilter } = shown;
  const clearSearch = () => {
    setFilter('');
    // The pressed button disappears, so move the focus.
    search.current?.focus();
  };

  return (
    <section
      className={`${card.card} ${table.card} ${styles.card}`}
      data-list="market"
      id="pane-coins"
      aria-labelledby={titleId}
    >
      <h2 className="visuallyHidden" id={titleId}>
        Live Prices
      </h2>
      <MarketTableTools
        id={toolsId}
        coins={list ? list.rows.length : null}
        isLoading={!list && !hasFailed}
        search={search}
        shown={shown}
        live={{ isOn: isLive, onChange: setLive }}
        refresh={refresh}
        isStale={state === 'stale'}
        isOpen={tools.isOpen}
      />
      {list && refresh.hasFailed && <RefreshFailed asOf={list.asOf} onRetry={refresh.run} />}
      <PhoneHead toolsId={toolsId} tab={tab} {...tools} />
      <div className={styles.box}>
        <table
          data-wide={isWide(currency) || undefined}
          className={`${table.table} ${styles.marketTable} ${figures.prices} ${phone.phoneRows}`}
          aria-labelledby={titleId}
          aria-busy={!list && !hasFailed}
        >
          <MarketTableHead sort={shown.sort} onSort={shown.sortBy} />
          {list && <MarketTableBody {...{ rows, oldBefore, renderRowAction, insertRowAt }} />}
          {!list && !hasFailed && <MarketTableSkeleton />}
        </table>
      </div>
      {hasFailed && <CoinsFailed onRetry={refetch} />}
      {list && rows.length === 0 && tab === 'watchlist' && query.trim() === '' && noneWatched}
      {list && rows.length === 0 && !(tab === 'watchlist' && query.trim() === '') && (
        <ErrorBoundary resetKey={tab} fallback={() => null}>
          <Suspense>
            <NoCoins text={query.trim()} tab={tab} onClear={clearSearch} onAll={() => shown.setTab('all')} />
          </Suspense>
        </ErrorBoundary>
      )}
      <MarketTableFoot live={liveState} asOf={list?.asOf ?? null} />
      <TableLook />
    </section>
  );
}

/**
 * Applies the columns and row height of each URL, and reveals the rows once they are those of the URL. A separate
 * component, so that the table does not render again on hydration.
 */
function TableLook(): null {
  const { key } = useLocation();
  const isHydrated = useHydrated();
  useEffect(() => {
    // The inline script has applied the first URL.
    if (key !== 'default') void import('../tools/apply-look.ts').then(({ applyLook }) => applyLook());
  }, [key]);
  useEffect(() => {
    // Until now the rows were those of the URL without parameters, and hidden by an inline script.
    if (isHydrated) delete document.documentElement.dataset.rowsWait;
  }, [isHydrated]);
  return null;
}

/** The state of the tools that open above the table on a phone. */
function useTools(search: RefObject<HTMLInputElement | null>) {
  const [isOpen, setOpen] = useState(false);
  return {
    isOpen,
    onToggle: () => setOpen(!isOpen),
    onSearch: () => {
      // Expand first, because a hidden field can't be focused.
      flushSync(() => setOpen(true));
      search.current?.focus();
    },
  };
}
