import type { CoinDetail } from '#contract/market.ts';
import { formatSupply } from '#web/lib/formats.ts';
import { useMoney } from '#web/lib/money/money-context.ts';
import { Change } from '#web/ui/change.tsx';
import card from '#web/ui/styles/card.module.css';
import { Term } from '#web/ui/tooltip/term.tsx';
import chart from '../chart/chart.module.css';
import { dayRange, recordDate } from './coin-figures.ts';
import styles from './coin-stats.module.css';

/** Above this total number of characters, the two ends of the 24h range no longer fit on one line. */
const maxOneLineLength = 18;

/** Market Statistics: 24h range, market cap, volume, supplies, all-time high and low. */
export function CoinStats({ coin }: { coin: CoinDetail }) {
  const data = coin.market_data;
  const money = useMoney();
  return (
    <section className={`${card.card} ${card.padded}`} aria-labelledby="coin-stats">
      <h2 className="heading3" id="coin-stats">
        Market Statistics
      </h2>
      <DayRange data={data} />
      <dl>
        <Stat
          name="Market Cap"
          description="The price of one coin times the circulating supply"
          value={money.marketCap(data.market_cap.usd)}
          exact={money.exactAmount(data.market_cap.usd)}
        />
        <Stat
          name="24h Volume"
          description="The value of all trades in the last 24 hours on the exchanges that the provider tracks"
          value={money.amount(data.total_volume.usd)}
          exact={money.exactAmount(data.total_volume.usd)}
        />
        <Stat
          name="Circulating Supply"
          description="Coins that can be traded now"
          value={formatSupply(data.circulating_supply, coin.symbol)}
        />
        <Stat
          name="Total Supply"
          description="All coins in existence, including locked ones but not destroyed ones"
          value={data.total_supply === null ? 'N/A' : formatSupply(data.total_supply, coin.symbol)}
        />
        <Stat
          name="All Time High"
          description="The highest price the provider has recorded, its date, and how far the current price is from it"
          value={money.price(data.ath.usd)}
          change={data.ath_change_percentage.usd}
          date={recordDate(data.ath_date.usd)}
        />
        <Stat
          name="All Time Low"
          description="The lowest price the provider has recorded, its date, and how far the current price is from it"
          value={money.price(data.atl.usd)}
          change={data.atl_change_percentage.usd}
          date={recordDate(data.atl_date.usd)}
        />
      </dl>
    </section>
  );
}

interface StatProps {
  name: string;
  /** Explains `name`. */
  description: string;
  value: string;
  /** The exact figure, if `value` is shortened. */
  exact?: string | undefined;
  /** The change from that figure to the current price in percent; not shown if omitted. */
  change?: number | null;
  date?: string;
}

function Stat({ name, description, value, exact, change, date }: StatProps) {
  return (
    <div className={styles.statistic}>
      <dt>
        <Term description={description}>{name}</Term>
        {date && <span className="meta">{date}</span>}
      </dt>
      <dd className="figures">
        {exact === undefined ? value : <span title={exact}>{value}</span>}
        {change !== undefined && <Change value={change} />}
      </dd>
    </div>
  );
}

/** The last 24 hours as a bar from the low to the high, with a needle at the price. */
function DayRange({ data }: { data: CoinDetail['market_data'] }) {
  const { low, high, position } = dayRange(data, useMoney());
  const label =
    position === null
      ? 'The position of the price within its 24h range is not known'
      : `Price is ${position.toFixed(0)}% of the way from the 24h low to the 24h high`;
  return (
    <div className={styles.dayRange}>
      <div
        className={`${styles.dayEnds} small figures`}
        data-long={low.length + high.length > maxOneLineLength || undefined}
      >
        <span>
          <span className="muted">Low</span> {low}
        </span>
        <span className="meta">24h range</span>
        <span>
          <span className="muted">High</span> {high}
        </span>
      </div>
      <svg className={styles.rangeBar} role="img" aria-label={label}>
        {Array.from({ length: 21 }, (_, tick) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the ticks of a scale never move
          <line key={tick} className={chart.axis} x1={`${tick * 5}%`} x2={`${tick * 5}%`} y1="100%" y2="16" />
        ))}
        <line className={chart.axis} x1="0" x2="100%" y1="100%" y2="100%" />
        {position !== null && (
          <svg x={`${position.toFixed(1)}%`} className={styles.needle} overflow="visible" aria-hidden="true">
            <path d="M-5.500 3h11l-4.500 6v13h-2V9z" />
          </svg>
        )}
      </svg>
    </div>
  );
}
