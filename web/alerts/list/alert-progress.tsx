import type { Alert } from '#contract/alerts/alerts.ts';
import { formatEveryDigit } from '#web/lib/decimal-formats.ts';
import { useNow } from '#web/lib/use-now.ts';
import { type AlertQuote, describeDistance, holdsNow } from './alert-distance.ts';
import { formatMoment } from './alert-times.ts';
import styles from './alerts.module.css';

interface AlertProgressProps {
  alert: Alert;
  /** Undefined if not known. */
  quote: AlertQuote | undefined;
}

/** How far an alert is from firing or, once triggered, when and at what price it fired. Phones show less. */
export function AlertProgress({ alert, quote }: AlertProgressProps) {
  const now = useNow() ?? Date.now();
  const { status, currency, waitsForRates, triggeredAt, triggeredPrice, cooldownUntil } = alert;
  const fired =
    triggeredAt &&
    triggeredPrice &&
    `${formatEveryDigit(triggeredPrice, currency)}, ${formatMoment(triggeredAt, now)}`;
  if (status === 'triggered') return <span className={styles.rowFired}>{fired && `at ${fired}`}</span>;
  return (
    <>
      <span className="figures">
        {holdsNow(alert, quote) ? (
          <>
            Already met<span className={styles.wideOnly}>: waiting for the next crossing</span>
          </>
        ) : (
          <Distance text={describeDistance(alert, quote)} />
        )}
      </span>
      {waitsForRates && (
        <span data-part="waits-for-rates">
          Waiting: the {currency.toUpperCase()} rate is over an hour old
        </span>
      )}
      {cooldownUntil && (
        <span className={styles.wideOnly}>Cooldown until {formatMoment(cooldownUntil, now)}</span>
      )}
      {fired && <span className={`figures ${styles.wideOnly}`}>Last at {fired}</span>}
    </>
  );
}

/** `-8.69 points away`. A narrow row omits the last word. */
function Distance({ text }: { text: string | null }) {
  const [figure, points, away] = text?.split(/( points)/) ?? [];
  return (
    <>
      {figure}
      {points}
      {away && <span className={styles.wideOnly}>{away}</span>}
    </>
  );
}
