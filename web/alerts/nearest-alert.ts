import { isAboutPrice } from '#contract/alerts/alert-threshold.ts';
import type { Alert } from '#contract/alerts/alerts.ts';
import type { CoinId, Percent } from '#contract/units.ts';
import { createNumberFormatter } from '#web/lib/money/number-style.ts';

export interface NearestAlert {
  readonly alert: Alert;
  /** Distance of the price from the threshold, in percent of the threshold. Negative if below it. */
  readonly distance: Percent;
}

/**
 * The active price alert whose threshold is nearest to its coin's price, among the coins with a known price. `prices`
 * are in US dollars; `rateOf` gives the units of a currency per US dollar, or null.
 */
export function findNearestAlert(
  alerts: readonly Alert[],
  prices: ReadonlyMap<CoinId, number | null>,
  rateOf: (currency: string) => number | null = () => 1,
): NearestAlert | null {
  let nearest: NearestAlert | null = null;
  for (const alert of alerts) {
    const price = prices.get(alert.coinId);
    if (alert.status !== 'active' || !isAboutPrice(alert.condition) || price == null) continue;
    const rate = rateOf(alert.currency);
    if (rate === null) continue;
    const distance = ((price * rate) / Number(alert.threshold) - 1) * 100;
    if (!Number.isFinite(distance)) continue;
    if (!nearest || Math.abs(distance) < Math.abs(nearest.distance)) nearest = { alert, distance };
  }
  return nearest;
}

const oneDecimal = createNumberFormatter({ minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Where the price is, to precede "your alert": `2.4% below`. `distance` is in percent of the threshold. */
export function describeSide(distance: Percent): string {
  return `${oneDecimal.format(Math.abs(distance))}% ${distance < 0 ? 'below' : 'above'}`;
}
