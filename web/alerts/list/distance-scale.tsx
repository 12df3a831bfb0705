import type { Alert } from '#contract/alerts/alerts.ts';
import type { AlertQuote } from './alert-distance.ts';
import styles from './distance-scale.module.css';
import { describePlace, placeOnScale } from './place-on-scale.ts';

interface DistanceScaleProps {
  alert: Pick<Alert, 'condition' | 'threshold' | 'status'>;
  quote: AlertQuote | undefined;
}

/**
 * An alert's distance from the current figure, which is in the middle. Covers ten percent each way; a farther threshold
 * becomes an arrow at the edge.
 */
export function DistanceScale({ alert, quote }: DistanceScaleProps) {
  const place = placeOnScale(alert, quote);
  if (!place) return null;
  const { left, beyond } = place;
  const from = Math.min(left, 50);
  return (
    <span
      className={styles.scale}
      role="img"
      aria-label={describePlace(place, alert.condition)}
      data-part="distance"
      data-status={alert.status}
    >
      <span className={styles.reach} style={{ left: `${from}%`, width: `${Math.abs(left - 50)}%` }} />
      <span className={styles.now} />
      <span className={styles.line} data-beyond={beyond ?? undefined} style={{ left: `${left}%` }} />
    </span>
  );
}
