import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatDecimalMoney } from '#web/lib/decimal-formats.ts';
import { paths } from '#web/lib/paths.ts';
import { coinsQuery } from '#web/market/queries.ts';
import { Link } from '#web/ui/link.tsx';
import { useAlertRates } from './alert-rates.ts';
import { findNearestAlert, type NearestAlert } from './nearest-alert.ts';
import { alertsQuery, unseenQuery } from './queries.ts';

interface AlertsTodayProps {
  /** The class of parts that only a wide page has room for. `phoneOnly`: the class of parts shown only on phones. */
  wideOnly: string | undefined;
  phoneOnly: string | undefined;
}

/** The nearest alert and the number of unseen firings, for the line above the market. */
export function AlertsToday({ wideOnly, phoneOnly }: AlertsTodayProps) {
  const { data: pages } = useInfiniteQuery(alertsQuery());
  const { data: unseen } = useQuery(unseenQuery());
  const { data: rows } = useQuery(coinsQuery());
  const alerts = useMemo(() => pages?.pages.flatMap(({ items }) => items) ?? [], [pages]);
  const rateOf = useAlertRates(alerts.map(({ currency }) => currency));
  const nearest = useMemo(
    () =>
      findNearestAlert(alerts, new Map(rows?.map(({ id, current_price }) => [id, current_price])), rateOf),
    [alerts, rows, rateOf],
  );
  const count = unseen?.count ?? 0;
  return (
    <>
      {nearest && <Nearest {...nearest} wideOnly={wideOnly} phoneOnly={phoneOnly} />}
      {pages && alerts.length === 0 && (
        <Link className="link alone" to={paths.alerts}>
          Set a price alert
        </Link>
      )}
      {count > 0 && (
        <p className={wideOnly}>
          <Link className="link" to={paths.alerts}>
            {count} {count === 1 ? 'alert' : 'alerts'}
          </Link>{' '}
          <span className="muted">triggered, not seen yet</span>
        </p>
      )}
    </>
  );
}

function Nearest({ alert, away, wideOnly, phoneOnly }: NearestAlert & AlertsTodayProps) {
  return (
    <p>
      <Link className="link" to={paths.alerts}>
        <span className={wideOnly}>{alert.name}</span>
        <span className={phoneOnly}>{alert.symbol.toUpperCase()}</span> alert {away}
      </Link>{' '}
      <span className={`muted ${wideOnly}`}>at {formatDecimalMoney(alert.threshold, alert.currency)}</span>
    </p>
  );
}
