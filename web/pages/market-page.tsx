import { useCallback } from 'react';
import type { PageModule } from '../lib/page-module.ts';
import { paths } from '../lib/paths.ts';
import { LazyPriceChart } from '../market/lazy-price-chart.tsx';
import { MarketTable } from '../market/market-table.tsx';
import { coinListQuery, globalQuery, type MarketRow, statusQuery, trendingQuery } from '../market/queries.ts';
import { TrendingCard } from '../market/trending-card.tsx';
import { PortfolioCard } from '../portfolio/portfolio-card.tsx';
import { Link } from '../ui/link.tsx';
import { StarButton } from '../watchlist/star-button.tsx';
import { useSignUpPrompt } from '../watchlist/use-sign-up-prompt.ts';

function MarketPage() {
  const promptSignUp = useSignUpPrompt();
  const renderStar = useCallback(
    (row: MarketRow) => <StarButton name={row.name} isWatched={false} onPress={promptSignUp} />,
    [promptSignUp],
  );
  return (
    <div className="wrap">
      <section className="hero" aria-label="Introduction">
        <div>
          <h1 className="h1">Track Crypto Like a Pro</h1>
          <p>The #1 crypto tracking platform: live prices, your portfolio and alerts in one place.</p>
        </div>
        <Link className="btn btn-primary" to={paths.signUp}>
          Create free account
        </Link>
      </section>
      <div className="cols cols-market">
        <MarketTable renderRowAction={renderStar} />
        <div className="rail">
          <PortfolioCard />
          <TrendingCard />
        </div>
      </div>
      <LazyPriceChart />
    </div>
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
    // Without any coins, a search engine should come again rather than keep an empty market.
    return queryClient.getQueryData(coinListQuery().queryKey) ? {} : { status: 503 };
  },
  head: () => ({
    title: 'Cryptocurrency prices, live | Altimeter',
    description:
      'Live prices, 24-hour changes and market caps of the top 100 cryptocurrencies, with their age beside them.',
    canonical: paths.home,
  }),
};
