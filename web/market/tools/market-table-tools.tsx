import Columns3 from 'lucide-react/icons/columns-3';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Search from 'lucide-react/icons/search';
import { lazy, type ReactNode, type RefObject, Suspense } from 'react';
import { lazyModule } from '#web/lib/lazy-module.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import input from '#web/ui/form/input.module.css';
import { LazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { closeOverlay, openOverlay, useOverlay } from '#web/ui/overlay/overlays.ts';
import button from '#web/ui/styles/button.module.css';
import { LiveSwitch } from '../live/live-switch.tsx';
import type { Refresh } from '../table/use-refresh.ts';
import type { ShownRows } from '../table/use-shown-rows.ts';
import { MarketTabs } from './market-tabs.tsx';
import styles from './table-tools.module.css';

// Lazy, because it is only used among a phone's open tools.
const PhoneSort = lazy(async () => ({ default: (await import('./phone-sort.tsx')).PhoneSort }));

interface MarketTableToolsProps {
  id: string;
  /** The number of listed coins; null without a list. */
  coins: number | null;
  isLoading: boolean;
  search: RefObject<HTMLInputElement | null>;
  shown: ShownRows;
  live: { isOn: boolean; onChange(isOn: boolean): void };
  refresh: Refresh;
  /** True while the provider has nothing newer. */
  isStale: boolean;
  /** Whether a phone's tools are open above the table. */
  isOpen: boolean;
}

/** The tools above the table: tabs, count, search, column chooser, Live switch and Refresh. */
export function MarketTableTools(props: MarketTableToolsProps) {
  const { id, coins, isLoading, search, shown, live, refresh, isStale, isOpen } = props;
  const { filter, setFilter } = shown;
  return (
    <div className={styles.tools} id={id} data-open={isOpen || undefined}>
      <MarketTabs tab={shown.tab} onTab={shown.setTab} />
      <Count>
        {coins !== null && `Showing ${shown.rows.length} of ${coins} coins`}
        {isLoading && 'Loading coins'}
      </Count>
      {isOpen && (
        <ErrorBoundary resetKey={isOpen} fallback={() => null}>
          <Suspense>
            <PhoneSort shown={shown} />
          </Suspense>
        </ErrorBoundary>
      )}
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
          onChange={(event) => setFilter(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && setFilter('')}
        />
      </div>
      <span className={styles.outcome} role="status">
        {outcomeText(refresh, isStale)}
      </span>
      <ColumnsButton />
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

const overlayName = 'table-columns';
const popover = lazyModule(() => import('./columns-popover.tsx'));
const preload = () => void popover.load().catch(() => {});

function ColumnsButton() {
  const isOpen = useOverlay()?.name === overlayName;
  return (
    <>
      <button
        id={overlayName}
        type="button"
        className={`${button.secondary} ${styles.columns}`}
        aria-label="Columns"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => (isOpen ? closeOverlay(overlayName) : openOverlay(overlayName))}
      >
        <Columns3 className="icon" aria-hidden="true" />
        <span>Columns</span>
      </button>
      <LazyOverlay name={overlayName} module={popover}>
        {({ ColumnsPopover }, close) => (
          <ColumnsPopover anchor={document.getElementById(overlayName)!} onClose={close} />
        )}
      </LazyOverlay>
    </>
  );
}

/** The number of shown coins. On a narrow screen it is hidden until the URL's rows are known. */
function Count({ children }: { children: ReactNode }) {
  return (
    <span className={styles.count} data-ready={useHydrated() || undefined} role="status">
      {children}
    </span>
  );
}
