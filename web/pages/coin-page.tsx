import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useParams } from 'react-router';
import type { CoinDetail, PricePoint } from '#contract/market.ts';
import { SetAlertButton } from '#web/alerts/form/set-alert-button.tsx';
import { useRangeAccess } from '#web/billing/upgrade/use-range-access.ts';
import { defaultRangeDays } from '#web/market/chart/chart-ranges.ts';
import { PriceChart } from '#web/market/chart/price-chart.tsx';
import coinStyles from '#web/market/coin/coin.module.css';
import { CoinAbout } from '#web/market/coin/coin-about.tsx';
import { CoinFreshness, useIsStalePrice } from '#web/market/coin/coin-freshness.tsx';
import { CoinHead } from '#web/market/coin/coin-head.tsx';
import { CoinLinks } from '#web/market/coin/coin-links.tsx';
import { CoinSkeleton } from '#web/market/coin/coin-skeleton.tsx';
import { CoinStats } from '#web/market/coin/coin-stats.tsx';
import { useLiveMarket } from '#web/market/live/use-live-market.ts';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import pageState from '#web/ui/styles/page-state.module.css';
import { CoinWatchButton } from '#web/watchlist/star/coin-watch-button.tsx';
import { plansQuery } from '../billing/queries.ts';
import { hasCode } from '../lib/errors.ts';
import type { PageModule } from '../lib/page-module.ts';
import { coinLogoPath, paths } from '../lib/paths.ts';
import { coinQuery, historyQuery } from '../market/queries.ts';
import { LazyCoinNews } from '../news/lazy-coin-news.tsx';
import { Link } from '../ui/link.tsx';

/** The page's own pace: the provider's prices change once a minute. */
const refreshMs = 60_000;

/** The page does not wait longer for its chart: a later one is asked for by the page itself. */
const chartWaitMs = 300;

/** Ids are lower-case; addresses are typed by people. */
const toCoinId = (id: string | undefined) => (id ?? '').toLowerCase();
/** No coin has that id, or no id looks like that. */
const isUnknownCoin = (error: unknown) => hasCode(error, 'not_found') || hasCode(error, 'invalid_request');

function CoinPage() {
  const coinId = toCoinId(useParams().id);
  const coin = useQuery({
    ...coinQuery(coinId),
    refetchInterval: ({ state }) => !isUnknownCoin(state.error) && refreshMs,
  });
  return (
    <div className={`pageWidth ${coinStyles.page}`}>
      <Link className={coinStyles.back} to={paths.home}>
        <ArrowLeft className="icon" aria-hidden="true" />
        Back to Markets
      </Link>
      {coin.data && <CoinView coin={coin.data} />}
      {coin.data && <LazyCoinNews key={coin.data.id} coinId={coin.data.id} name={coin.data.name} />}
      {!coin.data && !coin.isError && <CoinSkeleton />}
      {!coin.data && coin.isError && (
        <CoinFailure isUnknown={isUnknownCoin(coin.error)} onRetry={() => void coin.refetch()} />
      )}
    </div>
  );
}

function CoinView({ coin }: { coin: CoinDetail }) {
  const updated = coin.market_data.last_updated ?? coin.last_updated;
  const isStale = useIsStalePrice(updated);
  const access = useRangeAccess();
  useLiveMarket('coin');
  return (
    <div className={coinStyles.columns}>
      <CoinHead
        coin={coin}
        isStale={isStale}
        freshness={<CoinFreshness at={updated} />}
        actions={
          <div className={coinStyles.actions}>
            <SetAlertButton coin={coin} price={coin.market_data.current_price.usd} />
            <CoinWatchButton coin={coin} />
          </div>
        }
      />
      <PriceChart
        key={coin.id}
        coinId={coin.id}
        title={coin.name}
        latest={toLatest(coin, updated)}
        access={access}
      />
      <div className={coinStyles.rail}>
        <CoinStats coin={coin} />
        <CoinLinks coin={coin} />
      </div>
      <CoinAbout coin={coin} />
    </div>
  );
}

function toLatest(coin: CoinDetail, updated: string | null): PricePoint | null {
  const price = coin.market_data.current_price.usd;
  return price === null || updated === null ? null : [Date.parse(updated), price];
}

function CoinFailure({ isUnknown, onRetry }: { isUnknown: boolean; onRetry: () => void }) {
  return (
    <div className={`${card.card} ${pageState.state}`} role="alert">
      <h1 className="heading3">Failed to load cryptocurrency details. Please try again later.</h1>
      <p>{isUnknown ? 'There may be no coin with this id.' : 'The rest of the site still works.'}</p>
      <div className="row">
        {!isUnknown && (
          <button type="button" className={button.primary} onClick={onRetry}>
            Retry
          </button>
        )}
        <Link className={button.secondary} to={paths.home}>
          Back to Markets
        </Link>
      </div>
    </div>
  );
}

export const page: PageModule = {
  Page: CoinPage,
  load: async ({ queryClient, read, params }) => {
    const coinId = toCoinId(params.id);
    try {
      const history = queryClient.prefetchQuery(historyQuery(coinId, defaultRangeDays, read));
      await Promise.all([
        queryClient.fetchQuery(coinQuery(coinId, read)),
        queryClient.prefetchQuery(plansQuery(read)),
        Promise.race([history, new Promise((resolve) => setTimeout(resolve, chartWaitMs))]),
      ]);
    } catch (error) {
      return isUnknownCoin(error) ? { status: 404, saysMissing: true } : { status: 503 };
    }
    return {};
  },
  head: ({ queryClient, params }) => {
    const coinId = toCoinId(params.id);
    const { data: coin, error } = queryClient.getQueryState<CoinDetail>(coinQuery(coinId).queryKey) ?? {};
    const name = coin?.name ?? coinId;
    const symbol = coin ? ` (${coin.symbol.toUpperCase()})` : '';
    const rank = coin?.market_cap_rank ? `, number ${coin.market_cap_rank} by market cap` : '';
    return {
      title: `${name} price, chart and market cap`,
      description: `${name}${symbol}${rank}: its price in US dollars with its age, chart, volume, supply, all-time high and low.`,
      canonical: paths.coin(coinId),
      ...(!coin && isUnknownCoin(error) && { noindex: true }),
      image: coinLogoPath(coinId, 'large'),
    };
  },
};
