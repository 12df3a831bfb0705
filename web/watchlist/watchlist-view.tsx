import { useQuery, useQueryClient } from '@tanstack/react-query';
import Star from 'lucide-react/icons/star';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import type { ReactNode } from 'react';
import type { WatchlistItem } from '#contract/watchlist.ts';
import { openLimitDialog } from '#web/billing/upgrade/upgrade-prompts.ts';
import { reassure } from '#web/lib/errors.ts';
import { paths } from '#web/lib/paths.ts';
import { useListedQuotes } from '#web/market/live/use-listed-quotes.ts';
import { useLiveMarket } from '#web/market/live/use-live-market.ts';
import { Freshness } from '#web/market/overview/freshness.tsx';
import { Link } from '#web/ui/link.tsx';
import button from '#web/ui/styles/button.module.css';
import cardStyles from '#web/ui/styles/card.module.css';
import page from '#web/ui/styles/page.module.css';
import pageState from '#web/ui/styles/page-state.module.css';
import { useFocusAfterRemoval } from '#web/ui/use-focus-after-removal.ts';
import { LayoutSwitch } from './layout-switch.tsx';
import { removeFromWatchlist } from './mutations.ts';
import { watchlistQuery } from './queries.ts';
import { WatchCard, WatchCardSkeleton } from './watch-card.tsx';
import styles from './watch-cards.module.css';
import { WatchRow, WatchTable, WatchTableSkeleton } from './watch-table.tsx';
import { useWatchlistLayout } from './watchlist-layout.ts';
import { WatchlistMeter } from './watchlist-meter.tsx';

const skeletons = Array.from({ length: 6 }, (_, index) => index);
const openWatchlistLimit = () => openLimitDialog('watchlist');

interface WatchlistViewProps {
  /** Renders another action for a coin. `price` is in US dollars. */
  renderCardAction?: (coin: WatchlistItem, price: number | null) => ReactNode;
}

/** The user's watchlist. */
export function WatchlistView({ renderCardAction }: WatchlistViewProps) {
  const { data: items, error, refetch } = useQuery(watchlistQuery());
  const hasItems = items !== undefined && items.length > 0;
  const keepFocus = useFocusAfterRemoval(items?.length ?? 0, '[data-list="watchlist"] > [data-coin]');
  return (
    <>
      <WatchlistHead>
        {hasItems && <Freshness />}
        {hasItems && <WatchlistMeter count={items.length} />}
        {hasItems && <LayoutSwitch />}
      </WatchlistHead>
      {items?.length === 0 && <EmptyWatchlist />}
      {hasItems && <WatchedCoins items={items} renderCardAction={renderCardAction} onRemove={keepFocus} />}
      {!items && error && <WatchlistFailed error={error} onRetry={() => void refetch()} />}
      {!items && !error && <Skeletons />}
    </>
  );
}

/** The page until it is known whether there is a session. */
export function WatchlistSkeleton() {
  return (
    <>
      <WatchlistHead />
      <Skeletons />
    </>
  );
}

function WatchlistHead({ children }: { children?: ReactNode }) {
  return (
    <div className={page.head}>
      <div>
        <h1 className="heading1">My Watchlist</h1>
        <p>The coins you follow, in one place</p>
      </div>
      <div className={`${page.headEnd} ${styles.headEnd}`}>{children}</div>
    </div>
  );
}

interface WatchedCoinsProps {
  items: readonly WatchlistItem[];
  renderCardAction: WatchlistViewProps['renderCardAction'] | undefined;
  /** Called with the index of a coin before it is removed. */
  onRemove: (index: number) => void;
}

function WatchedCoins({ items, renderCardAction, onRemove }: WatchedCoinsProps) {
  const client = useQueryClient();
  const {
    data: listedQuotes,
    isPending,
    isError,
    refetch,
  } = useListedQuotes(items.map(({ coinId }) => coinId));
  useLiveMarket('cards');
  const layout = useWatchlistLayout();
  if (isPending) return <Skeletons />;
  const coins = items.map((item, index) => ({
    coin: item,
    listedQuotes,
    action: renderCardAction?.(item, listedQuotes?.[item.coinId]?.price ?? null),
    onRemove: () => {
      onRemove(index);
      removeFromWatchlist(client, item, openWatchlistLimit);
    },
  }));
  return (
    <>
      {isError && !listedQuotes && (
        <div className={page.notice} role="alert">
          <TriangleAlert className="icon" aria-hidden="true" />
          <span>Prices could not be loaded. Your watchlist itself is intact.</span>
          <button
            type="button"
            className={`${button.secondary} ${button.small}`}
            onClick={() => void refetch()}
          >
            Retry
          </button>
        </div>
      )}
      {layout === 'list' ? (
        <WatchTable>
          {coins.map((props) => (
            <WatchRow key={props.coin.coinId} {...props} />
          ))}
        </WatchTable>
      ) : (
        <div className={styles.grid} data-list="watchlist">
          {coins.map((props) => (
            <WatchCard key={props.coin.coinId} {...props} />
          ))}
        </div>
      )}
    </>
  );
}

function Skeletons() {
  const isList = useWatchlistLayout() === 'list';
  return (
    <div className={isList ? undefined : styles.grid} role="status">
      <span className="visuallyHidden">Loading your watchlist</span>
      {isList ? <WatchTableSkeleton /> : skeletons.map((card) => <WatchCardSkeleton key={card} />)}
    </div>
  );
}

function EmptyWatchlist() {
  return (
    <div className={`${cardStyles.card} ${pageState.state}`}>
      <Star className="icon iconLarge" aria-hidden="true" />
      <h2 className="heading3">Your watchlist is empty</h2>
      <p>Press the star beside any coin to follow it here.</p>
      <Link className={button.primary} to={paths.home}>
        Browse Cryptocurrencies
      </Link>
    </div>
  );
}

function WatchlistFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className={`${cardStyles.card} ${pageState.state}`} role="alert">
      <TriangleAlert className="icon iconLarge" aria-hidden="true" />
      <h2 className="heading3">Your watchlist could not be loaded</h2>
      <p>Nothing is lost. {reassure(error)}</p>
      <button type="button" className={button.secondary} onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}
