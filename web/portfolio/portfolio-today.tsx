import { useQuery } from '@tanstack/react-query';
import type { PortfolioPerformance } from '#contract/portfolio.ts';
import { decimalVariant } from '#web/lib/decimal-formats.ts';
import { paths } from '#web/lib/paths.ts';
import change from '#web/ui/change.module.css';
import { Link } from '#web/ui/link.tsx';
import { sumDecimals } from './decimal-sum.ts';
import { findMainMover } from './find-main-mover.ts';
import { useOwnFigures } from './own-figures.ts';
import { totalValueQuery } from './queries.ts';

/**
 * The 24h change of all the user's holdings, for the line above the market. Without holdings, a link to add one. Renders
 * nothing while the change is not known.
 */
export function PortfolioToday({ className }: { className: string | undefined }) {
  const { data } = useQuery(totalValueQuery());
  if (!data) return null;
  if (data.every(({ holdings }) => holdings.length === 0)) {
    return (
      <Link className="link alone" to={paths.portfolio}>
        Add your first position
      </Link>
    );
  }
  return <TodayChange performances={data} className={className} />;
}

interface TodayChangeProps {
  performances: readonly PortfolioPerformance[];
  /** Class of the part that is hidden on phones. */
  className: string | undefined;
}

function TodayChange({ performances, className }: TodayChangeProps) {
  const own = useOwnFigures();
  const known = performances.flatMap(({ totals }) => totals.change24h ?? []);
  if (known.length === 0) return null;
  const sum = sumDecimals(known);
  const mainMover = findMainMover(performances.flatMap(({ holdings }) => holdings));
  return (
    <p>
      <span className="muted">24 hours</span>{' '}
      <span className={change.change} data-variant={decimalVariant(sum)}>
        {own.change(sum)}
      </span>{' '}
      {mainMover && <span className={`muted ${className}`}>mostly {mainMover}</span>}
    </p>
  );
}
