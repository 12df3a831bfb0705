import { useQuery } from '@tanstack/react-query';
import { useMoney } from '#web/lib/money/money-context.ts';
import { paths } from '#web/lib/paths.ts';
import { Change } from '#web/ui/change.tsx';
import { CoinLogo } from '#web/ui/coin-logo.tsx';
import { Link } from '#web/ui/link.tsx';
import skeleton from '#web/ui/skeleton.module.css';
import button from '#web/ui/styles/button.module.css';
import card from '#web/ui/styles/card.module.css';
import coinCell from '../coin-cell.module.css';
import { maxTrending, type TrendingRow as TrendingCoin, trendingQuery } from '../queries.ts';
import styles from './overview.module.css';

/** The most searched coins right now. */
export function TrendingCard() {
  return (
    <section
      className={`${card.card} ${styles.card} ${styles.pane}`}
      id="pane-trending"
      aria-labelledby="trending-title"
    >
      <div className={styles.head}>
        <h2 className="heading3" id="trending-title">
          Trending Cryptocurrencies
        </h2>
        <Link className="link small" to={paths.home}>
          View All
        </Link>
      </div>
      <TrendingRows />
    </section>
  );
}

function TrendingRows() {
  const { data, isError, refetch } = useQuery(trendingQuery());
  if (data && data.length > 0) return data.map((coin) => <TrendingRow key={coin.id} coin={coin} />);
  if (data) return <p className={styles.trendingNone}>No trending data available at the moment.</p>;
  if (!isError) return <TrendingSkeleton />;
  return (
    <div className={styles.trendingNone} role="alert">
      <p>Trending coins could not be loaded.</p>
      <button type="button" className={button.secondary} onClick={() => refetch()}>
        Retry
      </button>
    </div>
  );
}

function TrendingRow({ coin }: { coin: TrendingCoin }) {
  return (
    <Link className={styles.trendingRow} to={paths.coin(coin.id)}>
      <CoinLogo coinId={coin.id} size={20} />
      <span className={coinCell.name}>{coin.name}</span>
      <span className={`figures ${styles.trendingPrice}`}>{useMoney().trendingPrice(coin.price)}</span>
      <Change value={coin.price_change_percentage_24h} />
    </Link>
  );
}

const skeletonRows = Array.from({ length: maxTrending }, (_, index) => index);

function TrendingSkeleton() {
  return skeletonRows.map((index) => (
    <span key={index} className={styles.trendingRow} aria-hidden="true">
      <span className={`${skeleton.skeleton} ${styles.skeletonLogo}`} />
      <span className={skeleton.skeleton} />
      <span className={`${skeleton.skeleton} ${styles.trendingPrice}`} />
      <span className={skeleton.skeleton} />
    </span>
  ));
}
