import type { ReactNode } from 'react';
import { useMoney } from '#web/lib/money/money-context.ts';
import { paths } from '#web/lib/paths.ts';
import { useIsStalePrice } from '#web/market/coin/coin-freshness.tsx';
import coinCell from '#web/market/coin-cell.module.css';
import { Sparkline } from '#web/market/table/sparkline.tsx';
import { Change } from '#web/ui/change.tsx';
import { CoinLogo } from '#web/ui/coin-logo.tsx';
import { Link } from '#web/ui/link.tsx';
import skeleton from '#web/ui/skeleton.module.css';
import card from '#web/ui/styles/card.module.css';
import table from '#web/ui/styles/table.module.css';
import { QuoteMarks } from './quote-marks.tsx';
import { RemoveButton } from './remove-button.tsx';
import { useWatchedQuote } from './use-watched-quote.ts';
import type { WatchedCoinProps } from './watch-card.tsx';
import styles from './watch-table.module.css';

/** The watchlist as a list: one row per coin, with the columns of the market table. */
export function WatchTable({ children }: { children: ReactNode }) {
  return (
    <div className={`${card.card} ${table.card} ${styles.list}`}>
      <table className={table.table} aria-label="My Watchlist">
        <thead>
          <tr>
            <th className={`${table.left} ${styles.name}`} scope="col">
              Name
            </th>
            <th className={styles.price} scope="col">
              Price
            </th>
            <th className={styles.day} scope="col">
              24h %
            </th>
            <th className={styles.medium} scope="col">
              Market Cap
            </th>
            <th className={styles.widest} scope="col">
              Volume (24h)
            </th>
            <th className={styles.widest} scope="col">
              1h %
            </th>
            <th className={styles.medium} scope="col">
              7d %
            </th>
            <th className={styles.wide} scope="col">
              Last 7 days
            </th>
            <th className={styles.actions} scope="col">
              <span className="visuallyHidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody data-list="watchlist">{children}</tbody>
      </table>
    </div>
  );
}

/** A watched coin with its quote, in a row. */
export function WatchRow({ coin, listedQuotes, action, onRemove }: WatchedCoinProps) {
  const money = useMoney();
  const quote = useWatchedQuote(coin.coinId, listedQuotes);
  const isStale = useIsStalePrice(quote?.updatedAt ?? null);
  const price = money.price(quote?.price);
  const exact = money.exactPrice(quote?.price);
  return (
    <tr tabIndex={-1} data-coin={coin.coinId} aria-busy={quote === undefined}>
      <th className={`${table.left} ${styles.name}`} scope="row">
        <Link className={coinCell.coin} to={paths.coin(coin.coinId)}>
          <CoinLogo coinId={coin.coinId} size={28} />
          <span className={styles.title}>
            <span className={coinCell.name}>{coin.name}</span>{' '}
            <span className={coinCell.symbol}>{coin.symbol.toUpperCase()}</span>
          </span>
        </Link>
      </th>
      <td className={`${styles.price} figures`}>
        <span
          data-part="price"
          data-stale={isStale || undefined}
          title={exact === price ? undefined : exact}
          className={styles.figure}
        >
          {price}
        </span>
        <span className={styles.narrowDay}>
          <Change value={quote?.change24h} />
        </span>
        <span className={styles.marks}>
          <QuoteMarks quote={quote} />
        </span>
      </td>
      <td className={styles.day}>
        <Change value={quote?.change24h} />
      </td>
      <td className={`${styles.medium} figures`} title={money.exactAmount(quote?.marketCap)}>
        {money.marketCap(quote?.marketCap)}
      </td>
      <td className={`${styles.widest} figures`} title={money.exactAmount(quote?.volume)}>
        {money.amount(quote?.volume)}
      </td>
      <td className={styles.widest}>
        <Change value={quote?.change1h} />
      </td>
      <td className={styles.medium}>
        <Change value={quote?.change7d} />
      </td>
      <td className={styles.wide}>{quote?.sparkline && <Sparkline shape={quote.sparkline} />}</td>
      <td className={styles.actions}>
        {action}
        <RemoveButton name={coin.name} onRemove={onRemove} />
      </td>
    </tr>
  );
}

const skeletons = Array.from({ length: 6 }, (_, index) => index);

/** Placeholder list while the watchlist loads. */
export function WatchTableSkeleton() {
  return (
    <div className={`${card.card} ${styles.skeleton}`} aria-hidden="true">
      {skeletons.map((row) => (
        <div key={row}>
          <span className={skeleton.skeleton} />
          <span className={skeleton.skeleton} />
        </div>
      ))}
    </div>
  );
}
