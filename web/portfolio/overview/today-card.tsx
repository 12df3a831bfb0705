import type { PortfolioPerformance } from '#contract/portfolio.ts';
import { decimalVariant } from '#web/lib/decimal-formats.ts';
import { countOf } from '#web/lib/formats.ts';
import { isWide } from '#web/lib/money/currency.ts';
import { useMoney } from '#web/lib/money/money-context.ts';
import change from '#web/ui/change.module.css';
import { CoinLogo } from '#web/ui/coin-logo.tsx';
import card from '#web/ui/styles/card.module.css';
import { useOwnFigures } from '../own-figures.ts';
import { type CoinToday, listToday } from './list-today.ts';
import styles from './overview.module.css';

/** Figures with more characters than this are set smaller and get a wider column. */
const maxLargeLength = 11;

/** How much each coin contributed to the 24h change. */
export function TodayCard({ performance: { totals, holdings } }: { performance: PortfolioPerformance }) {
  const own = useOwnFigures();
  const money = useMoney();
  const { rows, others } = listToday(holdings);
  const [falls, rises] = [rows.some(isFall), rows.some((row) => !isFall(row))];
  // Position of zero in percent of the width, so that the longest bars of both sides fit.
  const zero = falls && rises ? 62 : falls ? 100 : 0;
  return (
    <section className={`${card.card} ${styles.today}`} aria-labelledby="today-title">
      <div className={card.head}>
        <h2 className="heading3" id="today-title">
          Today by coin
        </h2>
        <span className={change.change} data-variant={decimalVariant(totals.change24h)}>
          <span>{own.change(totals.change24h)}</span>
        </span>
      </div>
      {rows.length === 0 && (
        <p className={`muted ${styles.todayNone}`}>No coin here has a price from yesterday.</p>
      )}
      <ul
        className={styles.todayList}
        data-wide={isWide(money.currency) || undefined}
        data-long={rows.some((row) => own.change(row.change).length > maxLargeLength) || undefined}
      >
        {rows.map((row) => (
          <li key={row.coinId} className={styles.todayRow}>
            <CoinLogo coinId={row.coinId} size={20} />
            <span className={styles.todayName} title={row.name}>
              {row.name}
            </span>
            <svg
              className={styles.todayTrack}
              aria-hidden="true"
              preserveAspectRatio="none"
              viewBox="0 0 100 16"
            >
              <Bar row={row} zero={zero} />
              <path className={styles.todayZero} d={`M${zero} -7V23`} />
            </svg>
            <span className={styles.todayFigure} data-variant={decimalVariant(row.change)}>
              {own.change(row.change)}
            </span>
          </li>
        ))}
      </ul>
      {others > 0 && <p className={`meta ${styles.todayNone}`}>{countOf(others, 'coin')} moved less</p>}
    </section>
  );
}

const isFall = ({ change: text }: CoinToday) => text.startsWith('-');

function Bar({ row, zero }: { row: CoinToday; zero: number }) {
  const room = isFall(row) ? zero : 100 - zero;
  const width = Math.max(row.length * room, row.length > 0 ? 0.8 : 0);
  return (
    <rect
      className={styles.todayBar}
      data-variant={isFall(row) ? 'destructive' : 'default'}
      x={isFall(row) ? zero - width : zero}
      y="2"
      width={width}
      height="12"
    />
  );
}
