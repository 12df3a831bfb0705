import type { ReactNode } from 'react';
import type { CoinDetail } from '#contract/market.ts';
import { changeVariant } from '#web/lib/formats.ts';
import { useMoney } from '#web/lib/money/money-context.ts';
import change from '#web/ui/change.module.css';
import { Change } from '#web/ui/change.tsx';
import { CoinLogo } from '#web/ui/coin-logo.tsx';
import badge from '#web/ui/styles/badge.module.css';
import freshnessStyles from '#web/ui/styles/freshness.module.css';
import { dayMove } from './coin-figures.ts';
import styles from './coin-head.module.css';

/** Prices with more characters are smaller on a phone, to fit on one line. */
const maxLargeLength = 14;

interface CoinHeadProps {
  coin: CoinDetail;
  /** The age of the price. */
  freshness: ReactNode;
  isStale: boolean;
  /** Actions on the coin: next to its name, or on a phone fixed at the bottom. */
  actions: ReactNode;
  /** The user's holding: next to the price, or on a phone below the chart. */
  holding: ReactNode;
}

/** The top of the coin page: name and rank, price, change and age. */
export function CoinHead({ coin, freshness, isStale, actions, holding }: CoinHeadProps) {
  const { current_price, price_change_24h, price_change_percentage_24h } = coin.market_data;
  const money = useMoney();
  const price = money.price(current_price.usd);
  const exact = money.exactPrice(current_price.usd);
  // A tiny change in dollars next to 0.00% would be false precision.
  const move =
    changeVariant(price_change_percentage_24h) === 'none' ? null : dayMove(price_change_24h, money);
  return (
    <header className={styles.head} data-part="coin-head">
      <div className={styles.identity}>
        <div className={styles.title}>
          <CoinLogo coinId={coin.id} size={32} isEager />
          <h1 className="heading2">{coin.name}</h1>
          <span className={`${badge.badge} ${styles.symbol}`}>{coin.symbol}</span>
          <span className="small muted">
            {coin.market_cap_rank === null ? 'Not ranked' : `Rank #${coin.market_cap_rank}`}
          </span>
        </div>
        <div className={styles.price}>
          <span
            className={`${styles.largePrice} figures`}
            data-part="price"
            data-stale={isStale || undefined}
            data-long={price.length > maxLargeLength || undefined}
            title={exact === price ? undefined : exact}
          >
            {price}
          </span>
          <Change className={change.pill} value={price_change_percentage_24h} />
          {move && <span className="small muted figures">{move} in 24h</span>}
        </div>
        <div className={styles.age} data-part="age">
          {freshness}
          {coin.missing && (
            <span className={freshnessStyles.warning}>
              <span className={freshnessStyles.dot} />
              Last known price: the provider’s latest list doesn’t include this coin
            </span>
          )}
          {coin.quarantined && (
            <span className={freshnessStyles.warning}>
              <span className={freshnessStyles.dot} />
              Price being checked: the provider’s latest price is not confirmed yet
            </span>
          )}
        </div>
      </div>
      {actions}
      {holding && <div className={styles.holding}>{holding}</div>}
    </header>
  );
}
