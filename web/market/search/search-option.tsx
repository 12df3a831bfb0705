import type { ReactNode } from 'react';
import { formatRelativeTime } from '#web/lib/formats.ts';
import { useMoney } from '#web/lib/money/money-context.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Change } from '#web/ui/change.tsx';
import { CoinLogo } from '#web/ui/coin-logo.tsx';
import { Link } from '#web/ui/link.tsx';
import { useIsOldPrice } from '../coin/coin-freshness.tsx';
import coinCell from '../coin-cell.module.css';
import type { CoinQuotes } from '../live/coin-quotes.ts';
import styles from './search-dialog.module.css';
import type { SearchCoin, SearchOption } from './search-groups.ts';
import { splitAtMatch } from './search-matches.ts';
import { useRowQuote } from './use-search-quotes.ts';

interface OptionRowProps {
  id: string;
  option: SearchOption;
  /** The text that names a coin, highlighted in its name. */
  query: string;
  quotes: CoinQuotes | undefined;
  isSelected: boolean;
  onPoint: () => void;
  /** Called before the option's page opens, or to run the command. */
  onChoose: () => void;
}

/** A search result: a coin with its price and change, or a command with its shortcut. */
export function OptionRow({ id, option, query, quotes, isSelected, onPoint, onChoose }: OptionRowProps) {
  const shared = {
    id,
    className: styles.option,
    role: 'option',
    'aria-selected': isSelected,
    tabIndex: -1,
    onPointerMove: onPoint,
    onClick: onChoose,
  };
  if (option.kind === 'coin') {
    return (
      <Link {...shared} to={paths.coin(option.coin.id)}>
        <CoinLogo coinId={option.coin.id} size={24} isEager />
        <CoinFigures coin={option.coin} quotes={quotes}>
          <MarkedName name={option.coin.name} query={query} />
        </CoinFigures>
      </Link>
    );
  }
  if (option.kind === 'action') {
    const { action, coin } = option;
    return (
      <button type="button" {...shared}>
        <Glyph Icon={action.Icon} />
        <CoinFigures coin={coin} quotes={quotes}>
          <MarkedName name={coin.name} query={query} />
        </CoinFigures>
      </button>
    );
  }
  const { label, keys, Icon } = option.command;
  return (
    <button type="button" {...shared}>
      <Glyph Icon={Icon} />
      <span className={coinCell.name}>{label}</span>
      {keys && (
        <span className={styles.keys}>
          <kbd>{keys}</kbd>
        </span>
      )}
    </button>
  );
}

function Glyph({ Icon }: { Icon: Extract<SearchOption, { kind: 'command' }>['command']['Icon'] }) {
  return (
    <span className={styles.glyph}>
      <Icon className="icon" aria-hidden="true" />
    </span>
  );
}

function MarkedName({ name, query }: { name: string; query: string }) {
  const [before, match, after] = splitAtMatch(name, query);
  return (
    <>
      {before}
      {match && <mark>{match}</mark>}
      {after}
    </>
  );
}

interface CoinFiguresProps {
  coin: SearchCoin;
  quotes: CoinQuotes | undefined;
  children: ReactNode;
}

/** The name, symbol, price, change and rank of a coin. */
function CoinFigures({ coin, quotes, children }: CoinFiguresProps) {
  const money = useMoney();
  const quote = useRowQuote(coin.id, quotes);
  const updatedAt = quote?.updatedAt ?? '';
  const isOld = useIsOldPrice(updatedAt);
  const now = useNow();
  // The age at the foot of the search is that of the other prices.
  const age =
    isOld && now !== null ? `Price from ${formatRelativeTime(Date.parse(updatedAt), now)}` : undefined;
  return (
    <>
      <span className={styles.name}>
        <span className={coinCell.name}>{children}</span>{' '}
        <span className={coinCell.symbol}>{coin.symbol.toUpperCase()}</span>
      </span>
      <span className={`${styles.price} figures`} data-stale={isOld || undefined} title={age}>
        {quote === undefined ? <span className={styles.waiting} /> : money.trendingPrice(quote?.price)}
        {age && <span className="visuallyHidden">, {age}</span>}
      </span>
      <span className={styles.change}>{quote !== undefined && <Change value={quote?.change24h} />}</span>
      <span className={`${styles.rank} meta figures`}>
        {coin.market_cap_rank == null ? '' : `#${coin.market_cap_rank}`}
      </span>
    </>
  );
}
