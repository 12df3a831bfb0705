import type { ComponentType } from 'react';
import { SessionGate } from '#web/accounts/session/session-gate.tsx';
import { openLimitDialog } from '#web/billing/upgrade/upgrade-prompts.ts';
import { useRangeAccess } from '#web/billing/upgrade/use-range-access.ts';
import { LazyLeads } from '#web/contact/leads/lazy-leads.tsx';
import type { RangeAccess } from '#web/market/chart/chart-ranges.ts';
import { LazyPriceChart } from '#web/market/chart/lazy-price-chart.tsx';
import market from '#web/market/overview/market.module.css';
import { TrendingCard } from '#web/market/overview/trending-card.tsx';
import { MarketTable } from '#web/market/table/market-table.tsx';
import button from '#web/ui/styles/button.module.css';
import { CoinStar, StarProvider } from '#web/watchlist/star/star-provider.tsx';
import { AdRow } from '../ads/ad-space.tsx';
import type { PageModule } from '../lib/page-module.ts';
import { paths } from '../lib/paths.ts';
import { coinListQuery, globalQuery, type MarketRow, statusQuery, trendingQuery } from '../market/queries.ts';
import { PortfolioCard } from '../portfolio/portfolio-card.tsx';
import { ClaimsLine } from '../site/claims-line.tsx';
import { Link } from '../ui/link.tsx';

const renderStar = (row: MarketRow) => <CoinStar coin={row} />;
/** Before the row of that index. */
const adRow = { index: 19, element: <AdRow /> };
const openWatchlistLimit = () => openLimitDialog('watchlist');

function MarketPage() {
  return (
    <div className="pageWidth">
      <section className={market.hero} aria-label="Introduction">
        <div>
          <h1 className="heading1">Track Crypto Like a Pro</h1>
          <p>The #1 crypto tracking platform: live prices, your portfolio and alerts in one place.</p>
          <ClaimsLine />
        </div>
        <SessionGate
          signedIn={null}
          waiting={null}
          signedOut={
            <Link className={button.primary} to={paths.signUp}>
              Create free account
            </Link>
          }
        />
      </section>
      <div className={`${market.columns} ${market.marketColumns}`}>
        <StarProvider onLimit={openWatchlistLimit}>
          <MarketTable renderRowAction={renderStar} insertRowAt={adRow} />
        </StarProvider>
        <div className={market.rail}>
          <PortfolioCard />
          <TrendingCard />
        </div>
      </div>
      <LazyPriceChart>{(Chart) => <OverviewChart Chart={Chart} />}</LazyPriceChart>
      <LazyLeads />
    </div>
  );
}

/** Asks for the plans only where the chart is drawn. */
function OverviewChart({ Chart }: { Chart: ComponentType<{ access: RangeAccess }> }) {
  return <Chart access={useRangeAccess()} />;
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
    // Without any coins, a search engine should come again rather than keep an empty market.
    return queryClient.getQueryData(coinListQuery().queryKey) ? {} : { status: 503 };
  },
  head: () => ({
    title: 'Cryptocurrency prices, live',
    description:
      'Live prices, 24-hour changes and market caps of the top 100 cryptocurrencies, with their age beside them.',
    canonical: paths.home,
  }),
};
