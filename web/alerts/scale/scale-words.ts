import { isAboutPrice } from '#contract/alerts/alert-threshold.ts';
import type { Alert, Backtest } from '#contract/alerts/alerts.ts';
import type { Percent } from '#contract/units.ts';
import { formatPercent } from '#web/lib/formats.ts';

/** The alerts shown on a price scale: the coin's active price alerts. */
export function listPriceAlerts(alerts: readonly Alert[], coinId: string): Alert[] {
  return alerts.filter(
    (alert) => alert.coinId === coinId && alert.status === 'active' && isAboutPrice(alert.condition),
  );
}

/** The condition of an alert after its mark was moved: above or below, depending on the current price. */
export function conditionAt(
  threshold: number,
  price: number | null,
  alert: Pick<Alert, 'condition'>,
): Alert['condition'] {
  if (price === null || threshold === price) return alert.condition;
  return threshold > price ? 'price_above' : 'price_below';
}

/** The name of an alert's mark on the scale. */
export const nameAlert = (condition: Alert['condition']): string =>
  condition === 'price_above' ? 'Alert above' : 'Alert below';

/** The distance from the price to the threshold: `+2.44%`. */
export function describeGap(threshold: number, price: number | null): string {
  const gap: Percent | null = price === null || price === 0 ? null : (threshold / price - 1) * 100;
  return gap === null ? '' : formatPercent(gap);
}

/** A backtest in a few words: `would have fired 3 times in 7 days`. */
export function summarizeBacktest({ count, days, points }: Backtest): string {
  if (points === 0) return 'no price history to test against';
  const span = days === 365 ? '1 year' : `${days} days`;
  if (count === 0) return `would not have fired in ${span}`;
  const times = count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
  return `would have fired ${times} in ${span}`;
}
