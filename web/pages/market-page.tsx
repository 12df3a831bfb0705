import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ComponentType, lazy, Suspense, useMemo } from 'react';
import type { PricePoint } from '#contract/market.ts';
import { SessionGate } from '#web/accounts/session/session-gate.tsx';
import { AdRow } from '#web/ads/ad-space.tsx';
import { openLimitDialog } from '#web/billing/upgrade/upgrade-prompts.ts';
import { useRangeAccess } from '#web/billing/upgrade/use-range-access.ts';
import { LazyLeads } from '#web/contact/leads/lazy-leads.tsx';
import { useUrlText } from '#web/lib/form/use-url-text.ts';
import type { PageModule } from '#web/lib/page-module.ts';
import { paths } from '#web/lib/paths.ts';
import { LazyMarketChart } from '#web/market/chart/lazy-market-chart.tsx';
import type { MarketChart } from '#web/market/chart/market-chart.tsx';
import overview from '#web/market/overview/overview.module.css';
import { PaneTabs, readPane } from '#web/market/overview/pane-tabs.tsx';
import { TrendingCard } from '#web/market/overview/trending-card.tsx';
import {
  coinListQuery,
  globalQuery,
  type MarketRow,
  statusQuery,
  trendingQuery,
} from '#web/market/queries.ts';
import { MarketTable } from '#web/market/table/market-table.tsx';
import { PortfolioCard, prefetchPortfolioCard } from '#web/portfolio/portfolio-card.tsx';
import { ClaimsLine } from '#web/site/claims-line.tsx';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { Link } from '#web/ui/link.tsx';
import button from '#web/ui/styles/button.module.css';
import { NoneWatched } from '#web/watchlist/none-watched.tsx';
import { watchlistQuery } from '#web/watchlist/queries.ts';
import { CoinStar, StarProvider } from '#web/watchlist/star/star-provider.tsx';
import { useWatchedIds } from '#web/watchlist/use-watched-ids.ts';

// Lazy, because only users need it, and a visitor's first view should not load it.
const PortfolioToday = lazy(async () => ({
  default: (await import('#web/portfolio/portfolio-today.tsx')).PortfolioToday,
}));
const AlertsToday = lazy(async () => ({
  default: (await import('#web/alerts/alerts-today.tsx')).AlertsToday,
}));
const renderStar = (row: MarketRow) => <CoinStar coin={row} />;
/** Inserted before the row with that index. */
const adRow = { index: 19, element: <AdRow /> };
const noneWatched = <NoneWatched />;
const openWatchlistLimit = () => openLimitDialog('watchlist');

function MarketPage() {
  const [paneText, setPaneText] = useUrlText('pane');
  const pane = readPane(paneText);
  const watchedIds = useWatchedIds();
  return (
    <div className={`pageWidth ${overview.page}`} data-pane={pane}>
      <SessionGate signedIn={<UserHead />} waiting={<UserHead isWaiting />} signedOut={<Hero />} />
      <PaneTabs pane={pane} onPane={(next) => setPaneText(next === 'coins' ? '' : next)} />
      <div className={overview.cards}>
        <LazyMarketChart>{(Chart) => <OverviewChart Chart={Chart} />}</LazyMarketChart>
        <TrendingCard />
        <div className={overview.pane} id="pane-portfolio">
          <PortfolioCard />
        </div>
      </div>
      <StarProvider onLimit={openWatchlistLimit}>
        <MarketTable
          renderRowAction={renderStar}
          insertRowAt={adRow}
          watchedIds={watchedIds}
          noneWatched={noneWatched}
        />
      </StarProvider>
      <SessionGate
        signedIn={null}
        waiting={null}
        signedOut={
          <div className={overview.claimsBelow}>
            <ClaimsLine isWrapped />
          </div>
        }
      />
      <LazyLeads />
    </div>
  );
}

function Hero() {
  return (
    <section className={overview.hero} aria-label="Introduction">
      <div>
        <h1 className="heading1">Track Crypto Like a Pro</h1>
        <p>
          <span className={overview.wideLine}>
            The #1 crypto tracking platform: live prices, your portfolio and alerts in one place.
          </span>
          <span className={overview.phoneLine}>Prices, portfolio and alerts in one place</span>
        </p>
        <ClaimsLine />
      </div>
      <Link className={button.primary} to={paths.signUp}>
        Create free account
      </Link>
    </section>
  );
}

/** One line that replaces the hero for users. */
function UserHead({ isWaiting = false }: { isWaiting?: boolean }) {
  return (
    <section className={overview.today} aria-label="Today">
      <h1 className="visuallyHidden">Markets</h1>
      {!isWaiting && (
        <ErrorBoundary resetKey={null} fallback={() => null}>
          <Suspense>
            <PortfolioToday className={overview.wideOnly} />
            <AlertsToday wideOnly={overview.wideOnly} phoneOnly={overview.phoneOnly} />
          </Suspense>
        </ErrorBoundary>
      )}
    </section>
  );
}

/**
 * A separate component, so that the plans are fetched only if the chart is rendered. The chart gets the list's price
 * and changes, so that both show the same figures.
 */
function OverviewChart({ Chart }: { Chart: ComponentType<ComponentProps<typeof MarketChart>> }) {
  const { data: list } = useQuery(coinListQuery());
  const bitcoin = list?.rows.find(({ id }) => id === 'bitcoin');
  const at = Date.parse(list?.asOf ?? '');
  const price = bitcoin?.current_price ?? null;
  const latest = useMemo<PricePoint | null>(
    () => (price === null || Number.isNaN(at) ? null : [at, price]),
    [at, price],
  );
  return (
    <Chart
      access={useRangeAccess()}
      latest={latest}
      changes={bitcoin ? { 1: bitcoin.price_change_percentage_24h, 7: bitcoin.change7d } : {}}
    />
  );
}

export const page: PageModule = {
  Page: MarketPage,
  async load({ queryClient, read }) {
    await Promise.all([
      queryClient.prefetchQuery(coinListQuery(read)),
      queryClient.prefetchQuery(globalQuery(read)),
      queryClient.prefetchQuery(statusQuery(read)),
      queryClient.prefetchQuery(trendingQuery(read)),
    ]);
    // Without coins, search engines should retry rather than index an empty market.
    return queryClient.getQueryData(coinListQuery().queryKey) ? {} : { status: 503 };
  },
  prefetch(queryClient) {
    prefetchPortfolioCard(queryClient);
    void queryClient.prefetchQuery(watchlistQuery());
  },
  head: () => ({
    title: 'Cryptocurrency prices, live',
    description:
      'Live prices, 24-hour changes and market caps of the top 100 cryptocurrencies, and how recent they are.',
    canonical: paths.home,
  }),
};
