import { ChevronRight, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIsStalePrice } from '#web/market/coin/coin-freshness.tsx';
import type { CoinQuote, CoinQuotes } from '#web/market/live/coin-quotes.ts';
import { Sparkline } from '#web/market/table/sparkline.tsx';
import { formatExactPrice, formatMarketCap, formatMoney, formatPrice } from '../lib/formats.ts';
import { paths } from '../lib/paths.ts';
import { Change } from '../ui/change.tsx';
import { CoinLogo } from '../ui/coin-logo.tsx';
import { Link } from '../ui/link.tsx';
import type { CoinChoice } from './queries.ts';
import { useWatchedQuote } from './watched-quotes.ts';

interface WatchCardProps {
  coin: CoinChoice;
  /** Undefined: the list could not be loaded. */
  listed: CoinQuotes | undefined;
  /** Another action, beside the removal. */
  action?: ReactNode;
  onRemove: () => void;
}

/** A watched coin with its quote. */
export function WatchCard({ coin, listed, action, onRemove }: WatchCardProps) {
  const quote = useWatchedQuote(coin.coinId, listed);
  return (
    <article className="card wcard" tabIndex={-1} aria-label={coin.name} aria-busy={quote === undefined}>
      <div className="wcard-top">
        <CoinLogo coinId={coin.coinId} size={32} />
        <div className="wcard-name">
          <h2 className="h4" title={coin.name}>
            {coin.name}
          </h2>
          <span className="coin-s">{coin.symbol.toUpperCase()}</span>
        </div>
        <span className="wcard-acts">
          {action}
          <button
            type="button"
            className="btn btn-ghost btn-icon btn-sm"
            aria-label={`Remove ${coin.name} from watchlist`}
            onClick={onRemove}
          >
            <X className="i" aria-hidden="true" />
          </button>
        </span>
      </div>
      <CardPrice quote={quote ?? null} isMissing={quote === null} />
      <dl>
        <Figure name="Market Cap">{formatMarketCap(quote?.marketCap)}</Figure>
        <Figure name="Volume (24h)">{formatMoney(quote?.volume)}</Figure>
        <Figure name="1h Change">
          <Change value={quote?.change1h} />
        </Figure>
        <Figure name="7d Change">
          <Change value={quote?.change7d} />
        </Figure>
      </dl>
      <Link className="link small wcard-link" to={paths.coin(coin.coinId)}>
        View Details
        <ChevronRight className="i i-14" aria-hidden="true" />
      </Link>
    </article>
  );
}

function CardPrice({ quote, isMissing }: { quote: CoinQuote | null; isMissing: boolean }) {
  const isStale = useIsStalePrice(quote?.updatedAt ?? null);
  const price = formatPrice(quote?.price);
  const exact = formatExactPrice(quote?.price);
  return (
    <div className="wcard-mid">
      <div>
        <div
          className="wcard-price num"
          data-stale={isStale || undefined}
          title={exact === price ? undefined : exact}
        >
          {price}
        </div>
        <div className="wcard-day">
          <Change className="chg-pill" value={quote?.change24h} />
          {quote?.isHeld && <Mark text="Price being checked" />}
          {isMissing && <Mark text="No price right now" />}
        </div>
      </div>
      {quote?.sparkline && <Sparkline shape={quote.sparkline} />}
    </div>
  );
}

function Mark({ text }: { text: string }) {
  return (
    <span className="fresh fresh-warn">
      <span className="dot" />
      {text}
    </span>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}

/** A card's place while the watchlist is loading. */
export function WatchCardSkeleton() {
  return (
    <div className="card wcard wcard-sk" aria-hidden="true">
      <div className="wcard-top">
        <span className="sk sk-logo" />
        <span className="sk sk-name" />
      </div>
      <span className="sk sk-price" />
      <span className="sk sk-figures" />
      <span className="sk sk-link" />
    </div>
  );
}
