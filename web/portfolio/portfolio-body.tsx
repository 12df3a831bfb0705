import { useQuery } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import Wallet from 'lucide-react/icons/wallet';
import { lazy, Suspense } from 'react';
import type { PortfolioPerformance } from '#contract/portfolio.ts';
import { explainRefusal, isTemporary } from '#web/lib/errors.ts';
import { lazyModule } from '#web/lib/lazy-module.ts';
import { paths } from '#web/lib/paths.ts';
import { useNavigate } from '#web/lib/router/navigate.ts';
import { useSearchParams } from '#web/lib/router/search-params.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { Link } from '#web/ui/link.tsx';
import { LazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { openOverlay } from '#web/ui/overlay/overlays.ts';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import page from '#web/ui/styles/page.module.css';
import pageState from '#web/ui/styles/page-state.module.css';
import { useFocusAfterRemoval } from '#web/ui/use-focus-after-removal.ts';
import { HoldingsTab } from './holdings/holdings-tab.tsx';
import { DropZone } from './imports/drop-zone.tsx';
import { Overview } from './overview/overview.tsx';
import { useLivePerformance } from './overview/use-live-performance.ts';
import { PartFailed } from './part-failed.tsx';
import styles from './portfolio.module.css';
import { AddPositionButton } from './portfolio-head.tsx';
import { PortfolioNav } from './portfolio-nav.tsx';
import { PortfolioBodySkeleton, TabSkeleton } from './portfolio-skeleton.tsx';
import { type PortfolioTab, readTab, tabSearch } from './portfolio-tabs.ts';
import { performanceQuery, transactionCountQuery } from './queries.ts';
import { useRetrySoon } from './retry-soon.ts';
import { useNewTransactionKey } from './transactions/use-new-transaction-key.ts';

const rowSelector = '[data-list="holdings"] [data-coin]';
const settingsOverlay = 'ledger-settings';
const proofOverlay = 'proof';
const addDialog = lazyModule(() => import('./holdings/holding-dialogs.tsx'));
const settingsDialog = lazyModule(() => import('./wallets/settings-dialog.tsx'));
const proofDialog = lazyModule(() => import('./proof/proof-dialog.tsx'));
// Loaded when first opened; the page starts with the holdings.
const tabs = {
  transactions: lazy(async () => ({
    default: (await import('./transactions/transactions-view.tsx')).TransactionsView,
  })),
  gains: lazy(async () => ({ default: (await import('./gains/gains-view.tsx')).GainsView })),
  methods: lazy(async () => ({ default: (await import('./methods/methods-view.tsx')).MethodsView })),
  tax: lazy(async () => ({ default: (await import('./tax/tax-view.tsx')).TaxView })),
  analytics: lazy(async () => ({ default: (await import('./analytics/analytics-tab.tsx')).AnalyticsTab })),
  imports: lazy(async () => ({ default: (await import('./imports/imports-view.tsx')).ImportsView })),
} as const satisfies Record<Exclude<PortfolioTab, 'holdings'>, unknown>;

interface PortfolioBodyProps {
  portfolioId: string;
  /** The overlay for adding a position. */
  addOverlay: 'holding-add';
  onAdd: () => void;
}

/** A portfolio: its overview, and its tabs. */
export function PortfolioBody({ portfolioId, addOverlay, onAdd }: PortfolioBodyProps) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const tab = readTab(search);
  // The transactions tab handles the key itself.
  useNewTransactionKey(
    () => navigate(tabSearch(search, 'transactions'), { state: { draft: {} } }),
    tab !== 'transactions',
  );
  const { data: performance, error, refetch } = useQuery(performanceQuery(portfolioId));
  const { data: transactionCount } = useQuery(transactionCountQuery(portfolioId));
  useLivePerformance(portfolioId);
  const keepFocus = useFocusAfterRemoval(performance?.holdings.length ?? 0, rowSelector);
  const prepareRemoval = (coinId: string) => {
    const rows = [...document.querySelectorAll<HTMLElement>(rowSelector)];
    keepFocus(rows.findIndex(({ dataset }) => dataset.coin === coinId));
  };
  const coins = performance && new Set(performance.holdings.map(({ coinId }) => coinId)).size;
  const nav = <PortfolioNav tab={tab} counts={{ holdings: coins, transactions: transactionCount }} />;
  const openSettings = () => openOverlay(settingsOverlay);
  return (
    <>
      {tab === 'holdings' ? (
        <Holdings
          performance={performance}
          // A portfolio without holdings may have been sold out: then it still has transactions.
          isUnused={transactionCount === 0}
          error={error}
          nav={nav}
          onRetry={() => void refetch()}
          onAdd={onAdd}
          onSettings={openSettings}
          onRemoving={prepareRemoval}
        />
      ) : (
        <div className={styles.parts}>
          {nav}
          <OpenTab tab={tab} portfolioId={portfolioId} onSettings={openSettings} />
        </div>
      )}
      <DropZone />
      <LazyOverlay name={addOverlay} module={addDialog}>
        {({ AddHoldingDialog }, close) => <AddHoldingDialog portfolioId={portfolioId} onClose={close} />}
      </LazyOverlay>
      <LazyOverlay name={settingsOverlay} module={settingsDialog}>
        {({ SettingsDialog }, close) => <SettingsDialog portfolioId={portfolioId} onClose={close} />}
      </LazyOverlay>
      <LazyOverlay name={proofOverlay} module={proofDialog}>
        {({ ProofDialog }, close) => <ProofDialog portfolioId={portfolioId} onClose={close} />}
      </LazyOverlay>
    </>
  );
}

interface OpenTabProps {
  tab: Exclude<PortfolioTab, 'holdings'>;
  portfolioId: string;
  onSettings: () => void;
}

function OpenTab({ tab, portfolioId, onSettings }: OpenTabProps) {
  const Tab = tabs[tab];
  return (
    <ErrorBoundary
      resetKey={tab}
      fallback={() => (
        <div className={card.card}>
          <PartFailed title="This tab could not be loaded" onRetry={() => location.reload()} />
        </div>
      )}
    >
      <Suspense fallback={<TabSkeleton />}>
        <Tab portfolioId={portfolioId} onSettings={onSettings} />
      </Suspense>
    </ErrorBoundary>
  );
}

interface HoldingsProps {
  performance: PortfolioPerformance | undefined;
  /** Whether the portfolio has no transactions either. */
  isUnused: boolean;
  /** Why the last refresh failed; null if it did not. The previous figures stay on screen. */
  error: Error | null;
  nav: React.ReactNode;
  onRetry: () => void;
  onAdd: () => void;
  onSettings: () => void;
  onRemoving: (coinId: string) => void;
}

function Holdings(props: HoldingsProps) {
  const { performance, isUnused, error, nav, onRetry, onAdd, onSettings, onRemoving } = props;
  if (!performance && !error) return <PortfolioBodySkeleton />;
  if (!performance) {
    return (
      <div className={styles.parts}>
        {nav}
        <PortfolioFailed error={error} onRetry={onRetry} onSettings={onSettings} />
      </div>
    );
  }
  if (performance.holdings.length === 0) {
    return (
      <div className={styles.parts}>
        {!isUnused && nav}
        <EmptyPortfolio onAdd={onAdd} />
      </div>
    );
  }
  return (
    <div className={styles.parts}>
      {error && <RefreshFailed error={error} onRetry={onRetry} />}
      <Overview performance={performance} />
      {nav}
      <HoldingsTab performance={performance} onSettings={onSettings} onRemoving={onRemoving} />
    </div>
  );
}

function EmptyPortfolio({ onAdd }: { onAdd: () => void }) {
  const [search] = useSearchParams();
  return (
    <div className={`${card.card} ${pageState.state}`}>
      <Wallet className="icon iconLarge" aria-hidden="true" />
      <h2 className="heading3">No holdings yet</h2>
      <p>Add your first position to see its value, what you paid and the difference, minute by minute.</p>
      <AddPositionButton onAdd={onAdd} />
      <Link className="link alone" to={`${paths.portfolio}${tabSearch(search, 'imports')}`}>
        Or import a file from an exchange
      </Link>
    </div>
  );
}

interface FailedProps {
  error: Error | null;
  onRetry: () => void;
}

function RefreshFailed({ error, onRetry }: FailedProps) {
  useRetrySoon(error, onRetry);
  return (
    <div className={page.notice} role="alert">
      <TriangleAlert className="icon" aria-hidden="true" />
      <span>
        <b>These figures could not be refreshed.</b> They are from the last successful refresh.{' '}
        {explainRefusal(error)}
      </span>
      <button type="button" className={`${button.secondary} ${button.small}`} onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}

function PortfolioFailed({ error, onRetry, onSettings }: FailedProps & { onSettings: () => void }) {
  const reason = explainRefusal(error);
  useRetrySoon(error, onRetry);
  return (
    <div className={`${card.card} ${pageState.state}`} role="alert">
      <TriangleAlert className="icon iconLarge" aria-hidden="true" />
      <h2 className="heading3">This portfolio could not be valued</h2>
      <p>
        Your data is safe, and the other tabs may still work. {reason ?? 'Prices may be back in a moment.'}
      </p>
      <button type="button" className={button.secondary} onClick={onRetry}>
        Retry
      </button>
      {reason && !isTemporary(error) && (
        <button type="button" className={button.ghost} onClick={onSettings}>
          Method, currency and wallets
        </button>
      )}
    </div>
  );
}
