import { isAboutPrice } from '#contract/alerts/alert-threshold.ts';
import type { Alert } from '#contract/alerts/alerts.ts';
import type { CoinId, Percent } from '#contract/units.ts';
import { describeDistance } from './list/alert-distance.ts';

export interface NearestAlert {
  readonly alert: Alert;
  /** Distance from its coin's price to its threshold, in percent of the price. Negative if the threshold is below. */
  readonly distance: Percent;
  /** The same distance as its row says it: `-6.04% away`. */
  readonly away: string;
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
    const quote = { price: price * rate, change24h: null };
    const distance = (Number(alert.threshold) / quote.price - 1) * 100;
    const away = Number.isFinite(distance) ? describeDistance(alert, quote) : null;
    if (away === null) continue;
    if (!nearest || Math.abs(distance) < Math.abs(nearest.distance)) nearest = { alert, distance, away };
  }
  return nearest;
}
