import { type QueryClient, useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useEffect, useMemo } from 'react';
import type { CoinDetail, PricePoint } from '#contract/market.ts';
import { SetAlertButton } from '#web/alerts/form/set-alert-button.tsx';
import { useScaleAlerts } from '#web/alerts/scale/use-scale-alerts.ts';
import { plansQuery } from '#web/billing/queries.ts';
import { useRangeAccess } from '#web/billing/upgrade/use-range-access.ts';
import { hasCode } from '#web/lib/errors.ts';
import { formatPercent } from '#web/lib/formats.ts';
import type { Money } from '#web/lib/money/money.ts';
import { useMoney } from '#web/lib/money/money-context.ts';
import { getPageCurrency } from '#web/lib/money/page-currency.ts';
import type { PageModule } from '#web/lib/page-module.ts';
import { coinLogoPath, paths } from '#web/lib/paths.ts';
import { useParams } from '#web/lib/router/match-path.ts';
import { defaultRangeDays } from '#web/market/chart/chart-ranges.ts';
import { CoinAbout } from '#web/market/coin/coin-about.tsx';
import { CoinFreshness, useIsStalePrice } from '#web/market/coin/coin-freshness.tsx';
import headStyles from '#web/market/coin/coin-head.module.css';
import { CoinHead } from '#web/market/coin/coin-head.tsx';
import { CoinLinks } from '#web/market/coin/coin-links.tsx';
import styles from '#web/market/coin/coin-page.module.css';
import { CoinSkeleton } from '#web/market/coin/coin-skeleton.tsx';
import { CoinStats } from '#web/market/coin/coin-stats.tsx';
import { listRecordMarks, toDayRange } from '#web/market/coin/record-marks.ts';
import { CoinChart } from '#web/market/coin-chart/coin-chart.tsx';
import type { ScaleMark } from '#web/market/coin-chart/scale/scale-marks.ts';
import { useLiveMarket } from '#web/market/live/use-live-market.ts';
import { coinQuery, historyQuery } from '#web/market/queries.ts';
import { addRecent } from '#web/market/search/recent-coins.ts';
import { CoinNews, maxCoinNews } from '#web/news/coin-news.tsx';
import { coinNewsQuery } from '#web/news/queries.ts';
import { CoinHolding } from '#web/portfolio/coin/coin-holding.tsx';
import type { CoinHolding as Holding } from '#web/portfolio/coin/sum-coin-holding.ts';
import { useCoinHolding } from '#web/portfolio/coin/use-coin-holding.ts';
import { allHoldingsQuery } from '#web/portfolio/lots/queries.ts';
import { Link } from '#web/ui/link.tsx';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import pageState from '#web/ui/styles/page-state.module.css';
import { watchlistQuery } from '#web/watchlist/queries.ts';
import { CoinWatchButton } from '#web/watchlist/star/coin-watch-button.tsx';

/** The provider's prices change once a minute. */
const refreshMs = 60_000;

/** The server waits at most this long for chart and news; otherwise the browser fetches them. */
const chartWaitMs = 300;

/** Ids are in lower case, but people may type capitals. */
const toCoinId = (id: string | undefined) => (id ?? '').toLowerCase();
/** Whether no coin has the id, or the id is invalid. */
const isUnknownCoin = (error: unknown) => hasCode(error, 'not_found') || hasCode(error, 'invalid_request');

function CoinPage() {
  const coinId = toCoinId(useParams().id);
  const coin = useQuery({
    ...coinQuery(coinId),
    refetchInterval: ({ state }) => !isUnknownCoin(state.error) && refreshMs,
  });
  return (
    <div className={`pageWidth ${styles.page}`}>
      <Link className={styles.back} to={paths.home}>
        <ArrowLeft className="icon" aria-hidden="true" />
        Back to Markets
      </Link>
      {coin.data && <CoinView coin={coin.data} />}
      {!coin.data && !coin.isError && <CoinSkeleton />}
      {!coin.data && coin.isError && (
        <CoinFailure isUnknown={isUnknownCoin(coin.error)} onRetry={() => void coin.refetch()} />
      )}
    </div>
  );
}

function CoinView({ coin }: { coin: CoinDetail }) {
  const data = coin.market_data;
  const dollars = data.current_price.usd;
  const money = useMoney();
  const price = money.convert(dollars);
  const updated = data.last_updated ?? coin.last_updated;
  const isStale = useIsStalePrice(updated);
  const access = useRangeAccess();
  const holding = useCoinHolding(coin.id);
  const alerts = useScaleAlerts(coin.id, dollars);
  const latest = useMemo(() => toLatestPoint(price, updated), [price, updated]);
  const dayRange = useMemo(() => toDayRange(data, money), [data, money]);
  const marks = useMemo(
    () => [...listRecordMarks(data, money), ...toCostMark(holding, price, money), ...alerts.marks],
    [data, holding, price, money, alerts.marks],
  );
  useLiveMarket('coin');
  const { id, name, symbol } = coin;
  useEffect(() => addRecent({ id, name, symbol }), [id, name, symbol]);
  return (
    <div className={styles.view}>
      <CoinHead
        coin={coin}
        isStale={isStale}
        freshness={<CoinFreshness at={updated} />}
        actions={
          <div className={headStyles.actions} data-part="coin-actions">
            <SetAlertButton coin={coin} price={dollars} />
            <CoinWatchButton coin={coin} />
          </div>
        }
        holding={holding && <CoinHolding holding={holding} symbol={coin.symbol} />}
      />
      <CoinChart
        key={coin.id}
        coin={coin}
        latest={latest}
        changes={{
          1: data.price_change_percentage_24h,
          7: data.price_change_percentage_7d_in_currency.usd,
        }}
        dayRange={dayRange}
        marks={marks}
        volume={money.amount(data.total_volume.usd)}
        access={access}
        movingKey={alerts.movingKey}
        moves={alerts.moves}
        backtest={alerts.backtest}
      />
      <div className={styles.columns}>
        <div className={styles.main}>
          <CoinAbout coin={coin} />
          <CoinNews key={coin.id} coinId={coin.id} name={coin.name} />
          <CoinLinks coin={coin} />
        </div>
        <CoinStats coin={coin} />
      </div>
    </div>
  );
}

function toLatestPoint(price: number | null, updated: string | null): PricePoint | null {
  return price === null || updated === null ? null : [Date.parse(updated), price];
}

/** The user's average cost as a mark on the coin's scale, if it is known in the currency of the scale. */
function toCostMark(holding: Holding | null, price: number | null, money: Money): ScaleMark[] {
  // A number is precise enough for the mark's position; the page shows the cost from its decimal text.
  const cost = Number(holding?.averageCost ?? 0);
  const isComparable = holding?.currency.toLowerCase() === money.currency.code;
  if (!isComparable || !(cost > 0)) return [];
  const gain = price === null ? '' : formatPercent((price / cost - 1) * 100);
  return [{ key: 'cost', kind: 'cost', price: cost, name: 'Your average cost', note: gain }];
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

function currencyName(queryClient: QueryClient): string {
  const { code } = getPageCurrency(queryClient);
  return code === 'usd' ? 'US dollars' : code.toUpperCase();
}

export const page: PageModule = {
  Page: CoinPage,
  load: async ({ queryClient, read, params }) => {
    const coinId = toCoinId(params.id);
    try {
      const extras = Promise.all([
        queryClient.prefetchQuery(
          historyQuery(coinId, defaultRangeDays, getPageCurrency(queryClient).code, read),
        ),
        queryClient.prefetchQuery(coinNewsQuery(coinId, maxCoinNews, read)),
      ]);
      await Promise.all([
        queryClient.fetchQuery(coinQuery(coinId, read)),
        queryClient.prefetchQuery(plansQuery(read)),
        Promise.race([extras, new Promise((resolve) => setTimeout(resolve, chartWaitMs))]),
      ]);
    } catch (error) {
      return isUnknownCoin(error) ? { status: 404, isHandled: true } : { status: 503 };
    }
    return {};
  },
  prefetch(queryClient) {
    void queryClient.prefetchQuery(allHoldingsQuery(getPageCurrency(queryClient).code.toUpperCase()));
    void queryClient.prefetchQuery(watchlistQuery());
  },
  head: ({ queryClient, params }) => {
    const coinId = toCoinId(params.id);
    const { data: coin, error } = queryClient.getQueryState<CoinDetail>(coinQuery(coinId).queryKey) ?? {};
    const name = coin?.name ?? coinId;
    const symbol = coin ? ` (${coin.symbol.toUpperCase()})` : '';
    const rank = coin?.market_cap_rank ? `, number ${coin.market_cap_rank} by market cap` : '';
    return {
      title: `${name} price, chart and market cap`,
      description: `${name}${symbol}${rank}: its price in ${currencyName(queryClient)} and how recent it is, its chart, volume, supply, all-time high and low.`,
      canonical: paths.coin(coinId),
      ...(!coin && isUnknownCoin(error) && { noindex: true }),
      image: coinLogoPath(coinId, 'large'),
    };
  },
};
