import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { PortfolioPerformance, PortfolioTotals } from '#contract/portfolio.ts';
import { decimalVariant, formatDecimalPercent } from '#web/lib/decimal-formats.ts';
import { explainRefusal, reassure } from '#web/lib/errors.ts';
import { variantOfText } from '#web/lib/formats.ts';
import { useMoney } from '#web/lib/money/money-context.ts';
import { getPageCurrency } from '#web/lib/money/page-currency.ts';
import { paths } from '#web/lib/paths.ts';
import change from '#web/ui/change.module.css';
import { Link } from '#web/ui/link.tsx';
import skeleton from '#web/ui/skeleton.module.css';
import { Skeleton } from '#web/ui/skeleton.tsx';
import button from '#web/ui/styles/button.module.css';
import { sumDecimals } from './decimal-sum.ts';
import { listLargestCoins } from './largest-coins.ts';
import { allHoldingsQuery } from './lots/queries.ts';
import { explainNoPercent } from './overview/read-totals.ts';
import { sumGains, type TotalGain } from './overview/total-gain.ts';
import { useOwnFigures } from './own-figures.ts';
import styles from './portfolio-card.module.css';
import { totalValueQuery } from './queries.ts';
import { useRetrySoon } from './retry-soon.ts';

/** Starts fetching what `PortfolioValue` shows. */
export function prefetchTotalValue(queryClient: QueryClient): void {
  const { code } = getPageCurrency(queryClient);
  void queryClient.prefetchQuery(totalValueQuery());
  if (code !== 'usd') void queryClient.prefetchQuery(allHoldingsQuery(code.toUpperCase()));
}

/** The total value of all portfolios, with their gain or loss. */
export function PortfolioValue() {
  const { isDollars, currency } = useMoney();
  const { data: performances, error, refetch } = useQuery(totalValueQuery());
  const ledgers = useQuery({ ...allHoldingsQuery(currency.code.toUpperCase()), enabled: !isDollars });
  useRetrySoon(error, () => void refetch());
  useRetrySoon(ledgers.error, () => void ledgers.refetch());
  if (!performances) {
    if (error)
      return (
        <p className="muted">
          Your portfolio could not be loaded. {explainRefusal(error) ?? reassure(error)}
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
  const isWaiting = !isDollars && ledgers.isPending;
  return (
    <TotalValue
      performances={performances}
      totalGain={isWaiting ? null : sumGains(performances, isDollars ? undefined : ledgers.data)}
    />
  );
}

/** Number of coins that the card has room for. */
const maxCoins = 3;

interface TotalValueProps {
  performances: readonly PortfolioPerformance[];
  /** Null until it has loaded. */
  totalGain: TotalGain | null;
}

function TotalValue({ performances, totalGain }: TotalValueProps) {
  const totals = performances.map((performance) => performance.totals);
  const own = useOwnFigures();
  const withoutPrice = totals.reduce((count, total) => count + total.withoutPrice, 0);
  return (
    <>
      <p className={`${styles.value} figures`}>{own.money(sumDecimals(totals.map(({ value }) => value)))}</p>
      <p className={`row ${styles.gain}`}>
        {totalGain ? <Gain totals={totals} {...totalGain} /> : <Skeleton width="60%" height={20} />}
      </p>
      {withoutPrice > 0 && <p className="meta">{withoutPrice} without a price, not included</p>}
      <ul className={styles.largest} aria-label="Largest holdings">
        {listLargestCoins(
          performances.flatMap(({ holdings }) => holdings),
          maxCoins,
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

function Gain({ totals, gain, percent, currency }: TotalGain & { totals: readonly PortfolioTotals[] }) {
  const own = useOwnFigures();
  const money = useMoney();
  const [only, ...others] = totals;
  const written = percent === null ? null : formatDecimalPercent(percent);
  const isConverted = currency.toLowerCase() === money.currency.code;
  return (
    <>
      <span
        className={change.change}
        data-variant={written === null ? decimalVariant(gain) : variantOfText(written)}
      >
        <span>{written ?? own.change(gain, currency)}</span>
      </span>
      <span className="muted">
        {others.length > 0 || !only
          ? `in ${totals.length} portfolios`
          : written === null
            ? explainNoPercent(gain, only)
            : isConverted
              ? 'since purchase'
              : `since purchase, in ${currency}`}
      </span>
    </>
  );
}
