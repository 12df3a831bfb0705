import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { useMoney } from '#web/lib/money/money-context.ts';
import { paths } from '#web/lib/paths.ts';
import { useIsStalePrice } from '#web/market/coin/coin-freshness.tsx';
import coinCell from '#web/market/coin-cell.module.css';
import type { CoinQuote, CoinQuotes } from '#web/market/live/coin-quotes.ts';
import { Sparkline } from '#web/market/table/sparkline.tsx';
import change from '#web/ui/change.module.css';
import { Change } from '#web/ui/change.tsx';
import { CoinLogo } from '#web/ui/coin-logo.tsx';
import { Link } from '#web/ui/link.tsx';
import skeleton from '#web/ui/skeleton.module.css';
import card from '#web/ui/styles/card.module.css';
import type { CoinChoice } from './queries.ts';
import { QuoteMarks } from './quote-marks.tsx';
import { RemoveButton } from './remove-button.tsx';
import { useWatchedQuote } from './use-watched-quote.ts';
import styles from './watch-cards.module.css';

export interface WatchedCoinProps {
  coin: CoinChoice;
  /** Quotes from the market list; undefined if it could not be loaded. */
  listedQuotes: CoinQuotes | undefined;
  /** Another action, next to the remove button. */
  action?: ReactNode;
  onRemove: () => void;
}

/** A watched coin with its quote. */
export function WatchCard({ coin, listedQuotes, action, onRemove }: WatchedCoinProps) {
  const money = useMoney();
  const quote = useWatchedQuote(coin.coinId, listedQuotes);
  return (
    <article
      className={`${card.card} ${styles.card}`}
      tabIndex={-1}
      data-coin={coin.coinId}
      aria-label={coin.name}
      aria-busy={quote === undefined}
    >
      <div className={styles.top}>
        <CoinLogo coinId={coin.coinId} size={32} />
        <div className={styles.name}>
          <h2 className="heading4" title={coin.name}>
            {coin.name}
          </h2>
          <span className={coinCell.symbol}>{coin.symbol.toUpperCase()}</span>
        </div>
        <span className={styles.actions}>
          {action}
          <RemoveButton name={coin.name} onRemove={onRemove} />
        </span>
      </div>
      <CardPrice quote={quote} />
      <dl>
        <Figure name="Market Cap">
          <span title={money.exactAmount(quote?.marketCap)}>{money.marketCap(quote?.marketCap)}</span>
        </Figure>
        <Figure name="Volume (24h)">
          <span title={money.exactAmount(quote?.volume)}>{money.amount(quote?.volume)}</span>
        </Figure>
        <Figure name="1h Change">
          <Change value={quote?.change1h} />
        </Figure>
        <Figure name="7d Change">
          <Change value={quote?.change7d} />
        </Figure>
      </dl>
      <Link className={`link small ${styles.detailsLink}`} to={paths.coin(coin.coinId)}>
        View Details
        <ChevronRight className="icon iconSmall" aria-hidden="true" />
      </Link>
    </article>
  );
}

function CardPrice({ quote }: { quote: CoinQuote | null | undefined }) {
  const money = useMoney();
  const isStale = useIsStalePrice(quote?.updatedAt ?? null);
  const price = money.price(quote?.price);
  const exact = money.exactPrice(quote?.price);
  return (
    <div className={styles.middle}>
      <div>
        <div
          className={`${styles.price} figures`}
          data-part="price"
          data-stale={isStale || undefined}
          title={exact === price ? undefined : exact}
        >
          {price}
        </div>
        <div className={styles.dayChange}>
          <Change className={change.pill} value={quote?.change24h} />
          <QuoteMarks quote={quote} />
        </div>
      </div>
      {quote?.sparkline && <Sparkline shape={quote.sparkline} />}
    </div>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="figures">{children}</dd>
    </div>
  );
}

/** Placeholder card while the watchlist loads. */
export function WatchCardSkeleton() {
  return (
    <div className={`${card.card} ${styles.card} ${styles.skeleton}`} aria-hidden="true">
      <div className={styles.top}>
        <span className={`${skeleton.skeleton} ${styles.skeletonLogo}`} />
        <span className={`${skeleton.skeleton} ${styles.skeletonName}`} />
      </div>
      <span className={`${skeleton.skeleton} ${styles.skeletonPrice}`} />
      <span className={`${skeleton.skeleton} ${styles.skeletonFigures}`} />
      <span className={`${skeleton.skeleton} ${styles.skeletonLink}`} />
    </div>
  );
}
