import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { PortfolioPerformance } from '#contract/portfolio.ts';
import { decimalVariant, formatDecimalPercent } from '#web/lib/decimal-formats.ts';
import { explainRefusal } from '#web/lib/errors.ts';
import { variantOfText } from '#web/lib/formats.ts';
import { paths } from '#web/lib/paths.ts';
import change from '#web/ui/change.module.css';
import { Link } from '#web/ui/link.tsx';
import skeleton from '#web/ui/skeleton.module.css';
import button from '#web/ui/styles/button.module.css';
import { sumDecimals } from './decimal-sum.ts';
import { listLargestCoins } from './largest-coins.ts';
import { useOwnFigures } from './own-figures.ts';
import styles from './portfolio-card.module.css';
import { totalValueQuery } from './queries.ts';
import { useRetrySoon } from './retry-soon.ts';

/** Starts fetching what `PortfolioValue` shows. */
export const prefetchTotalValue = (queryClient: QueryClient): void =>
  void queryClient.prefetchQuery(totalValueQuery());

/** The total value of all portfolios, with their gain or loss. */
export function PortfolioValue() {
  const { data: performances, error, refetch } = useQuery(totalValueQuery());
  useRetrySoon(error, () => void refetch());
  if (!performances) {
    if (error)
      return (
        <p className="muted">
          Your portfolio could not be loaded. {explainRefusal(error) ?? 'The market is still available.'}
        </p>
      );
    return <span className={`${skeleton.skeleton} ${styles.skeleton}`} aria-hidden="true" />;
  }
  if (performances.every(({ holdings }) => holdings.length === 0)) {
    return (
      <>
        <p className="muted">No holdings yet</p>
        <Link className={`${button.secondary} ${button.block}`} to={paths.portfolio}>
          Add your first position
        </Link>
      </>
    );
  }
  return <TotalValue performances={performances} />;
}

/** Number of coins that the card has room for. */
const listed = 3;

function TotalValue({ performances }: { performances: readonly PortfolioPerformance[] }) {
  const totals = performances.map((performance) => performance.totals);
  const own = useOwnFigures();
  const pnl = sumDecimals(totals.map((total) => total.pnl));
  const [only] = totals;
  const percent = totals.length === 1 && only ? formatDecimalPercent(only.pnlPercent) : null;
  const withoutPrice = totals.reduce((count, total) => count + total.withoutPrice, 0);
  return (
    <>
      <p className={`${styles.value} figures`}>{own.money(sumDecimals(totals.map(({ value }) => value)))}</p>
      <p className={`row ${styles.gain}`}>
        <span
          className={change.change}
          data-variant={percent === null ? decimalVariant(pnl) : variantOfText(percent)}
        >
          <span>{percent ?? own.change(pnl)}</span>
        </span>
        <span className="muted">
          {totals.length === 1 ? 'since purchase' : `in ${totals.length} portfolios`}
        </span>
      </p>
      {withoutPrice > 0 && <p className="meta">{withoutPrice} without a price, not included</p>}
      <ul className={styles.largest} aria-label="Largest holdings">
        {listLargestCoins(
          performances.flatMap(({ holdings }) => holdings),
          listed,
        ).map((coin) => (
          <li key={coin.coinId} className="row between">
            <span className={styles.coin}>{coin.name}</span>
            <span className="figures">{own.shortMoney(coin.value)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
