import { useQuery } from '@tanstack/react-query';
import type { TrendingCoin } from '#contract/market.ts';
import { formatTrendingPrice } from '#web/lib/formats.ts';
import { paths } from '#web/lib/paths.ts';
import { Change } from '#web/ui/change.tsx';
import { CoinLogo } from '#web/ui/coin-logo.tsx';
import { Link } from '#web/ui/link.tsx';
import { trendingQuery } from '../queries.ts';

/** How many trending coins the card shows. */
const shownCoins = 5;

/** The coins most looked for right now. */
export function TrendingCard() {
  return (
    <section className="card" aria-labelledby="trending-title">
      <div className="card-h">
        <h2 className="h3" id="trending-title">
          Trending Cryptocurrencies
        </h2>
        <Link className="link small" to={paths.home}>
          View All
        </Link>
      </div>
      <div className="tr-list">
        <TrendingRows />
      </div>
    </section>
  );
}

function TrendingRows() {
  const { data, isError, refetch } = useQuery(trendingQuery());
  if (data && data.coins.length > 0) {
    return data.coins.slice(0, shownCoins).map((coin) => <TrendingRow key={coin.id} coin={coin} />);
  }
  if (data) return <p className="tr-none">No trending data available at the moment.</p>;
  if (!isError) return <TrendingSkeleton />;
  return (
    <div className="tr-none" role="alert">
      <p>Trending coins could not be loaded.</p>
      <button type="button" className="btn btn-secondary" onClick={() => refetch()}>
        Retry
      </button>
    </div>
  );
}

function TrendingRow({ coin }: { coin: TrendingCoin }) {
  return (
    <Link className="tr-row" to={paths.coin(coin.id)}>
      <CoinLogo coinId={coin.id} size={24} />
      <span className="nm">
        {coin.name} <span className="coin-s">{coin.symbol.toUpperCase()}</span>
      </span>
      <span className="num px">{formatTrendingPrice(coin.price)}</span>
      <Change value={coin.price_change_percentage_24h} className="chg-col" />
    </Link>
  );
}

const skeletonRows = Array.from({ length: shownCoins }, (_, index) => index);

function TrendingSkeleton() {
  return skeletonRows.map((index) => (
    <span key={index} className="tr-row" aria-hidden="true">
      <span className="sk sk-logo" />
      <span className="sk" />
      <span className="sk sk-fig" />
      <span className="sk" />
    </span>
  ));
}
